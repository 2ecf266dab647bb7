#pragma once

#include <new>

#include "base/error.hpp"

namespace hip_on_cuda {

/// Loads the driver and finds the devices, once. Without a device returns hipErrorInvalidDevice, as
/// does every entry point but hipGetDeviceCount then.
hipError_t initialise() noexcept;

/// Stores an error for this thread's hipGetLastError. Returns `status`.
hipError_t remember(hipError_t status) noexcept;

/// Runs the body of an entry point: initialises, turns exceptions into a status, remembers it.
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
