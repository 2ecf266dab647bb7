#include <cstdlib>
#include <memory>
#include <span>

#include "steps.hpp"

namespace duet::soak {

void use_managed(State& state, const Step& step) {
  const auto& [number, stream, x] = state.place_of(step);
  const HostBuffer<int>& values =
      state.pinned.emplace_back(HostBuffer<int>::managed(x.device(), cells));
  advise(values, static_cast<MemoryAdvice>(step.value % 6));
  copy(stream, values, x);
  prefetch(stream, values, x.device());
  duet::launch(stream, kernel(stream.device()), one_block(), values, step.count, step.value);
  if (step.value % 2 == 0) prefetch(stream, values, MemoryPlace::host());
  copy(stream, x, values);
}

void use_registered(State& state, const Step& step) {
  constexpr std::size_t page = 4096;
  const auto& [number, stream, x] = state.place_of(step);
  void* const memory = state.pages.emplace_back(std::aligned_alloc(page, page), std::free).get();
  const std::span<int> values(static_cast<int*>(memory), cells);
  const RegisteredMemory registration(x.device(), memory, page);
  copy(stream, values, x);
  stream.synchronize();
  for (int& value : values) value = stepped(value, step.count, step.value);
  copy(stream, x, values);  // the end of the registration waits for it
}

void launch_with_window(State& state, const Step& step) {
  const auto& [number, stream, x] = state.place_of(step);
  LaunchShape shape = one_block();
  shape.l2_window = L2Window{.data = x.data(), .bytes = x.size_bytes()};
  duet::launch(stream, kernel(stream.device()), shape, x, step.count, step.value);
}

void use_pool(State& state, const Step& step) {
  const auto& [number, stream, x] = state.place_of(step);
  MemoryPool& pool = *state.pools[step.buffer % 2];
  const std::size_t room = std::size_t{1} << (8 + step.value % 14);
  const Buffer<int> temporary(pool, stream, room);
  const DeviceSpan<int> part = temporary.subspan(room - cells, cells);
  copy(stream, part, x);
  duet::launch(stream, kernel(stream.device()), one_block(), part, step.count, step.value);
  copy(stream, x, part);
  if (step.value % 5 == 0) pool.trim();
}

}  // namespace duet::soak
