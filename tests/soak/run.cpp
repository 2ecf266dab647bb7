#include <exception>
#include <memory>
#include <stdexcept>
#include <string>

#include "steps.hpp"

namespace duet::soak {

namespace {

using Action = void (*)(State& state, const Step& step);

Action action_of(Kind kind) {
  switch (kind) {
    case Kind::launch: return launch_once;
    case Kind::fill: return fill_buffer;
    case Kind::copy: return copy_buffer;
    case Kind::upload: return upload;
    case Kind::check: return [](State& state, const Step& step) { state.check(step.buffer); };
    case Kind::graph: return make_graph;
    case Kind::graph_update: return update_graph;
    case Kind::capture: return capture;
    case Kind::encode: return encode;
    case Kind::prepared: return launch_prepared;
    case Kind::jit: return launch_compiled;
    case Kind::host_function: return call_host_function;
    case Kind::threads: return run_threads;
    case Kind::in_thread: return launch_in_thread;
    case Kind::fork: return fork_copy;
    case Kind::renew: return renew;
    case Kind::refused: return refuse;
    case Kind::wait: return wait;
    case Kind::managed: return use_managed;
    case Kind::registered: return use_registered;
    case Kind::window: return launch_with_window;
    case Kind::pool: return use_pool;
    case Kind::ranks: return run_ranks;
    case Kind::forget:
    case Kind::end: return forget;
  }
  return forget;
}

}  // namespace

void run_step(State& state, const Step& step) {
  action_of(step.kind)(state, step);
  run_here(step, state.expected);
}

void run(const Program& program) {
  const auto state = std::make_unique<State>();
  for (std::size_t i = 0; i < program.size(); ++i) {
    try {
      run_step(*state, program[i]);
    } catch (const std::exception& error) {
      throw std::runtime_error("step " + std::to_string(i) + ", " + text_of(program[i]) + ": " +
                               error.what());
    }
  }
  state->finish();
}

}  // namespace duet::soak
