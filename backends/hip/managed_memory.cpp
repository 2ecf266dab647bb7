// contract/managed_memory.hpp on the HIP runtime.

#include "driver/driver.hpp"

namespace duet::vendor {

namespace {

hipMemoryAdvise to_hip(MemoryAdvice advice) noexcept {
  switch (advice) {
    case MemoryAdvice::read_mostly: return hipMemAdviseSetReadMostly;
    case MemoryAdvice::not_read_mostly: return hipMemAdviseUnsetReadMostly;
    case MemoryAdvice::preferred_at: return hipMemAdviseSetPreferredLocation;
    case MemoryAdvice::preferred_nowhere: return hipMemAdviseUnsetPreferredLocation;
    case MemoryAdvice::accessed_from: return hipMemAdviseSetAccessedBy;
    case MemoryAdvice::not_accessed_from: break;
  }
  return hipMemAdviseUnsetAccessedBy;
}

}  // namespace

bool has_managed_prefetch(DeviceHandle device) noexcept {
  const Driver& calls = driver_table();
  int value = 0;
  const Status status =
      calls.device_attribute(&value, device_attribute::concurrent_managed_access, device);
  clear_pending_error();
  return status == success && value != 0 &&
         driver_has<&DriverNames::memory_advise>(calls.memory_advise) &&
         driver_has<&DriverNames::memory_prefetch>(calls.memory_prefetch);
}

Status advise_memory(void* begin, std::size_t bytes, MemoryAdvice advice,
                     std::optional<DeviceHandle> place) noexcept {
  return driver_table().memory_advise(begin, bytes, to_hip(advice), place.value_or(hipCpuDeviceId));
}

Status prefetch_memory(void* begin, std::size_t bytes, std::optional<DeviceHandle> place,
                       StreamHandle stream) noexcept {
  return driver_table().memory_prefetch(begin, bytes, place.value_or(hipCpuDeviceId), stream);
}

// hipHostRegister maps the memory to all devices, at an address of their own if the host's is taken
// there. It has not been tried on an AMD GPU.
bool kernels_access_registered_memory(DeviceHandle) noexcept { return false; }

}  // namespace duet::vendor
