#pragma once

#include <cuda.h>

#include "device.hpp"

namespace hip_on_cuda {

struct Stream {
  CUstream handle;
  const Device* device;
  unsigned flags;
  int priority;
};

/// A stream as CUDA takes it, its device's context being current.
struct ActiveStream {
  CUstream handle;
  const Device* device;
};

/// Null is the current device's default stream.
/// @throws Failure (hipErrorContextIsDestroyed) for a stream that there is not (hip_stream.cpp)
ActiveStream activate(hipStream_t stream);

}  // namespace hip_on_cuda
