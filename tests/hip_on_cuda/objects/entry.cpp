#include "entry.hpp"

#include <utility>

#include "device.hpp"

namespace hip_on_cuda {
namespace {

thread_local hipError_t pending = hipSuccess;

}  // namespace

// HIP_INIT of hip_context.cpp returns hipErrorInvalidDevice if there is no device.
hipError_t initialise() noexcept { return devices().empty() ? hipErrorInvalidDevice : hipSuccess; }

hipError_t remember(hipError_t status) noexcept {
  // In HIP 6 an error stays until it is read (documentation of hipGetLastError); in 5.2 the next
  // call replaces it. This library does as HIP 6, which exposes callers that leave errors behind.
  if (status != hipSuccess) pending = status;
  return status;
}

}  // namespace hip_on_cuda

using namespace hip_on_cuda;

hipError_t hipGetLastError() {
  if (const hipError_t status = initialise(); status != hipSuccess) return status;
  return std::exchange(pending, hipSuccess);
}

hipError_t hipPeekAtLastError() {
  if (const hipError_t status = initialise(); status != hipSuccess) return status;
  return pending;
}
