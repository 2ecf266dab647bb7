#pragma once

#include "state.hpp"

namespace duet::soak {

/// Runs a step by duet's functions, then on the host. An exception of the first leaves what the
/// buffers should hold as it was.
void run_step(State& state, const Step& step);

// The steps by duet's functions, one function for each kind.

void launch_once(State& state, const Step& step);
void fill_buffer(State& state, const Step& step);
void copy_buffer(State& state, const Step& step);
void upload(State& state, const Step& step);
void launch_prepared(State& state, const Step& step);
void launch_compiled(State& state, const Step& step);
void call_host_function(State& state, const Step& step);
void launch_in_thread(State& state, const Step& step);

void use_managed(State& state, const Step& step);
void use_registered(State& state, const Step& step);
void launch_with_window(State& state, const Step& step);
void use_pool(State& state, const Step& step);

/// Does what `run_ranks` does without communicators.
void run_ranks_on_host(State& state, const Step& step);
void run_ranks(State& state, const Step& step);
/// Whether NCCL has been used, whose exit handler crashes in forked copies.
bool uses_nccl();

void make_graph(State& state, const Step& step);
void update_graph(State& state, const Step& step);
void capture(State& state, const Step& step);
void encode(State& state, const Step& step);

void run_threads(State& state, const Step& step);
void fork_copy(State& state, const Step& step);
void renew(State& state, const Step& step);
void refuse(State& state, const Step& step);
void wait(State& state, const Step& step);
void forget(State& state, const Step& step);

}  // namespace duet::soak
