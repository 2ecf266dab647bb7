#include "event.hpp"

#include "base/error.hpp"
#include "base/handle_set.hpp"
#include "cuda/cuda_driver.hpp"

namespace hip_on_cuda {
namespace {

using EventSet = HandleSet<Event, hipEvent_t>;

EventSet& events() {
  static EventSet& set = *new EventSet;
  return set;
}

}  // namespace

hipEvent_t create_event(unsigned flags) {
  // hip_event.cpp refuses unknown flags and both release flags together.
  constexpr unsigned release = hipEventReleaseToDevice | hipEventReleaseToSystem;
  constexpr unsigned known =
      hipEventBlockingSync | hipEventDisableTiming | hipEventInterprocess | release;
  require((flags & ~known) == 0 && (flags & release) != release);
  const Device& device = current_device();
  activate(device);
  auto event = std::make_unique<Event>(Event{.handle = nullptr, .device = &device});
  unsigned cuda_flags = 0;
  if ((flags & hipEventBlockingSync) != 0) cuda_flags |= CU_EVENT_BLOCKING_SYNC;
  if ((flags & hipEventDisableTiming) != 0) cuda_flags |= CU_EVENT_DISABLE_TIMING;
  if ((flags & hipEventInterprocess) != 0) {
    require((flags & hipEventDisableTiming) != 0);
    cuda_flags |= CU_EVENT_INTERPROCESS;
  }
  check(cuda().cuEventCreate(&event->handle, cuda_flags));
  return events().add(std::move(event));
}

hipEvent_t add_event(CUevent handle) {
  const Device& device = current_device();
  return events().add(std::make_unique<Event>(Event{.handle = handle, .device = &device}));
}

Event& event_at(hipEvent_t event) {
  Event* const found = events().find(event);
  require(found != nullptr, hipErrorInvalidHandle);
  return *found;
}

std::unique_ptr<Event> remove_event(hipEvent_t event) { return events().remove(event); }

}  // namespace hip_on_cuda
