#pragma once

#include <cuda.h>

#include <memory>

#include "device.hpp"

namespace hip_on_cuda {

struct Event {
  CUevent handle;
  const Device* device;
};

/// Creates an event on the current device.
/// @throws Failure
hipEvent_t create_event(unsigned flags);

/// Adds an event of another process, of the current device.
hipEvent_t add_event(CUevent handle);

/// @throws Failure (hipErrorInvalidHandle) for an event that does not exist
Event& event_at(hipEvent_t event);

/// Takes the event off the list of live events; the caller destroys CUDA's.
std::unique_ptr<Event> remove_event(hipEvent_t event);

}  // namespace hip_on_cuda
