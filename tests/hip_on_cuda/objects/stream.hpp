#pragma once

#include <cuda.h>

#include <memory>

#include "device.hpp"

namespace hip_on_cuda {

// hip::Stream::Priority of hip_internal.hpp.
inline constexpr int highest_priority = -1;
inline constexpr int lowest_priority = 1;

struct Stream {
  CUstream handle;
  const Device* device;
  unsigned flags;
  int priority;
};

/// Creates a stream on the current device.
/// @throws Failure
hipStream_t create_stream(unsigned flags, int priority);

/// @throws Failure (hipErrorContextIsDestroyed) for a stream that does not exist (hip_stream.cpp)
Stream& stream_at(hipStream_t stream);

/// Takes the stream off the list of live streams; the caller destroys CUDA's.
std::unique_ptr<Stream> remove_stream(hipStream_t stream);

/// CUDA's stream. The context of its device is current.
struct ActiveStream {
  CUstream handle;
  const Device* device;
};

/// Makes the context of the stream's device current. Null is the current device's default stream.
/// @throws Failure (hipErrorContextIsDestroyed) for a stream that does not exist
ActiveStream activate(hipStream_t stream);

}  // namespace hip_on_cuda
