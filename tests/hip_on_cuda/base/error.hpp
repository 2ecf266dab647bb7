#pragma once

#include <cuda.h>

#include <new>
#include <string>

#include "hip_api.hpp"

namespace hip_on_cuda {

/// Thrown below an entry point, which returns it.
struct Failure {
  hipError_t status;
};

hipError_t translate(CUresult status) noexcept;

inline void check(CUresult status) {
  if (status != CUDA_SUCCESS) throw Failure{translate(status)};
}
inline void require(bool holds, hipError_t otherwise = hipErrorInvalidValue) {
  if (!holds) throw Failure{otherwise};
}

/// Where the AMD runtime crashes or aborts, so that a caller that goes there is found.
[[noreturn]] void die(const std::string& why);

/// Keeps an error for this thread's hipGetLastError. Returns it.
hipError_t remember(hipError_t status) noexcept;

/// Loads the driver and finds the devices, once. hipErrorInvalidDevice without a device, which
/// then every call but hipGetDeviceCount returns, as AMD's does.
hipError_t initialise() noexcept;

/// The body of an entry point: initialises, turns what is thrown into a status, remembers it.
template <typename Body>
hipError_t entry(const Body& body) noexcept {
  hipError_t status = initialise();
  if (status == hipSuccess) {
    try {
      body();
    } catch (const Failure& failure) {
      status = failure.status;
    } catch (const std::bad_alloc&) {
      status = hipErrorOutOfMemory;
    } catch (...) {
      status = hipErrorUnknown;
    }
  }
  return remember(status);
}

}  // namespace hip_on_cuda
