#pragma once

#include <cuda.h>

#include "device.hpp"

namespace hip_on_cuda {

struct Event {
  CUevent handle;
  const Device* device;
};

/// @throws Failure (hipErrorInvalidHandle) for an event that there is not
Event& event_at(hipEvent_t event);

}  // namespace hip_on_cuda
