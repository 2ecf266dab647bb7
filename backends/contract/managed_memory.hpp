#pragma once

// Contract: memory that migrates, and page-locked memory of the program.

#include <cstddef>
#include <optional>

#include <duet/managed_memory.hpp>

#include "vendor_check.hpp"

namespace duet::vendor {

/// Whether the loaded driver takes advice and prefetches for managed memory of a device. If not,
/// core does not call the next two functions.
bool has_managed_prefetch(DeviceHandle device) noexcept;

/// Calls memory_advise. @param place  empty: the host
Status advise_memory(void* begin, std::size_t bytes, MemoryAdvice advice,
                     std::optional<DeviceHandle> place) noexcept;
/// Calls memory_prefetch. @param place  empty: the host
Status prefetch_memory(void* begin, std::size_t bytes, std::optional<DeviceHandle> place,
                       StreamHandle stream) noexcept;

/// Whether kernels of a device can use the host's addresses of registered memory.
bool kernels_access_registered_memory(DeviceHandle device) noexcept;

}  // namespace duet::vendor
