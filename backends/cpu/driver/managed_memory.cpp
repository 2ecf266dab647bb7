// contract/managed_memory.hpp: memory never moves here.

#include "driver/driver.hpp"

namespace duet::vendor {

bool has_managed_prefetch(DeviceHandle) noexcept { return true; }

Status advise_memory(void* begin, std::size_t bytes, MemoryAdvice advice,
                     std::optional<DeviceHandle>) noexcept {
  return driver_table().memory_advise(begin, bytes, static_cast<int>(advice));
}

Status prefetch_memory(void* begin, std::size_t bytes, std::optional<DeviceHandle>,
                       StreamHandle stream) noexcept {
  return driver_table().memory_prefetch(begin, bytes, stream);
}

bool kernels_access_registered_memory(DeviceHandle) noexcept { return true; }

}  // namespace duet::vendor
