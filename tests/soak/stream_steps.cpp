#include <exception>
#include <numeric>
#include <thread>

#include "steps.hpp"

namespace duet::soak {

void launch_once(State& state, const Step& step) {
  const auto& [number, stream, x] = state.place_of(step);
  launch(stream, x, step.count, step.value);
}

void fill_buffer(State& state, const Step& step) {
  const auto& [number, stream, x] = state.place_of(step);
  fill(stream, x, static_cast<int>(step.value));
}

void copy_buffer(State& state, const Step& step) {
  const auto& [number, stream, x] = state.place_of(step);
  if (step.other == step.buffer) return;
  const Buffer<int>& from = state.arrays[step.other];
  if (device_of(step.other) == device_of(step.buffer)) {
    return copy(stream, x, state.use(step.other, number, step.value));
  }
  // Through the host.
  const unsigned other = state.last[step.other].value_or(step.other % 2);
  state.flush(other);
  copy(stream, x, state.staging.emplace_back(from.to_vector(state.queues[other])));
}

void upload(State& state, const Step& step) {
  const auto& [number, stream, x] = state.place_of(step);
  std::vector<int>& values = state.staging.emplace_back(cells);
  std::iota(values.begin(), values.end(), static_cast<int>(step.value));
  copy(stream, x, values);
}

void launch_prepared(State& state, const Step& step) {
  const auto& [number, stream, x] = state.place_of(step);
  PreparedLaunch& prepared = state.prepared[step.buffer];
  if (!prepared) prepared = PreparedLaunch(kernel(stream.device()), one_block(), x, 0u, 0u);
  prepared.launch(stream, x, step.count, step.value);
}

void launch_compiled(State& state, const Step& step) {
  const auto& [number, stream, x] = state.place_of(step);
  const Module module = jit(stream.device(), kernel_source(1 + step.value % 3));
  duet::launch(stream, module.kernel("step"), one_block(), x, step.count, step.value);
}

void call_host_function(State& state, const Step& step) {
  const auto& [number, stream, x] = state.place_of(step);
  HostBuffer<int>& values = state.pinned.emplace_back(HostBuffer<int>::pinned(x.device(), cells));
  copy(stream, values, x);
  stream.launch_host_function([&values, summand = step.value] {
    for (int& value : values) value = stepped(value, 0, summand);
  });
  copy(stream, x, values);
}

void run_ranks_on_host(State& state, const Step& step) {
  Memory memory = state.expected;
  run_here(step, memory);
  for (const Step& each : {step, step_of_other_rank(step)}) {
    const auto& [number, stream, x] = state.place_of(each);
    copy(stream, x, state.staging.emplace_back(memory[each.buffer]));
  }
}

void launch_in_thread(State& state, const Step& step) {
  const Place place = state.place_of(step);
  std::exception_ptr failure;
  std::thread([&] {
    try {
      launch(place.stream, place.x, step.count, step.value);
    } catch (...) {
      failure = std::current_exception();
    }
  }).join();
  if (failure) std::rethrow_exception(failure);
}

}  // namespace duet::soak
