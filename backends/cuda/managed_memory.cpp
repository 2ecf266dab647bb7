// contract/managed_memory.hpp on the CUDA driver.

#include "driver/driver.hpp"

namespace duet::vendor {

namespace {

CUmemLocation location(std::optional<DeviceHandle> place) noexcept {
  if (!place) return {.type = CU_MEM_LOCATION_TYPE_HOST, .id = 0};
  return {.type = CU_MEM_LOCATION_TYPE_DEVICE, .id = *place};
}

CUmem_advise to_cuda(MemoryAdvice advice) noexcept {
  switch (advice) {
    case MemoryAdvice::read_mostly: return CU_MEM_ADVISE_SET_READ_MOSTLY;
    case MemoryAdvice::not_read_mostly: return CU_MEM_ADVISE_UNSET_READ_MOSTLY;
    case MemoryAdvice::preferred_at: return CU_MEM_ADVISE_SET_PREFERRED_LOCATION;
    case MemoryAdvice::preferred_nowhere: return CU_MEM_ADVISE_UNSET_PREFERRED_LOCATION;
    case MemoryAdvice::accessed_from: return CU_MEM_ADVISE_SET_ACCESSED_BY;
    case MemoryAdvice::not_accessed_from: break;
  }
  return CU_MEM_ADVISE_UNSET_ACCESSED_BY;
}

bool has(CUdevice_attribute attribute, DeviceHandle device) noexcept {
  int value = 0;
  // Asked twice: an error that passes does not mean that the driver lacks the attribute.
  for (int attempt = 0; attempt < 2; ++attempt) {
    if (driver_table().device_attribute(&value, attribute, device) == success) return value != 0;
  }
  return false;
}

}  // namespace

// Drivers before 12.2 lack the calls with locations.
bool has_managed_prefetch(DeviceHandle device) noexcept {
  const Driver& calls = driver_table();
  return driver_has<&DriverNames::memory_advise>(calls.memory_advise) &&
         driver_has<&DriverNames::memory_prefetch>(calls.memory_prefetch) &&
         has(CU_DEVICE_ATTRIBUTE_CONCURRENT_MANAGED_ACCESS, device);
}

Status advise_memory(void* begin, std::size_t bytes, MemoryAdvice advice,
                     std::optional<DeviceHandle> place) noexcept {
  return driver_table().memory_advise(to_address(begin), bytes, to_cuda(advice), location(place));
}

Status prefetch_memory(void* begin, std::size_t bytes, std::optional<DeviceHandle> place,
                       StreamHandle stream) noexcept {
  return driver_table().memory_prefetch(to_address(begin), bytes, location(place), 0, stream);
}

bool kernels_access_registered_memory(DeviceHandle device) noexcept {
  return has(CU_DEVICE_ATTRIBUTE_CAN_USE_HOST_POINTER_FOR_REGISTERED_MEM, device);
}

}  // namespace duet::vendor
