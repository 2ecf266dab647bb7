#pragma once

#include <duet/export.hpp>

DUET_API_BEGIN
namespace duet {

/// Whether the strict mode is on: launches, graph nodes, encoders, copies and fills check each
/// pointer to device memory. They refuse host memory (std::vector, malloc, the stack), memory that
/// was freed, memory of other devices without peer access, and copies and fills beyond the end of
/// an allocation. Each check queries the driver, about a microsecond a pointer. On CPU, kernels
/// that are loaded while it is on also fail for behaviour that GPUs leave undefined, and for
/// accesses beyond memory that was allocated while it is on.
///
/// Not checked: pointers inside structures, and the rest of an allocation behind a kernel's
/// pointer. On devices with `DeviceInfo::pageable_memory_access`, kernels may use any host memory.
///
/// Off at first; DUET_STRICT=1 in the environment switches it on. Thread-safety: any thread.
bool strict_mode() noexcept;

/// Switches the strict mode. Memory that was freed before is not recognised as such. Thread-safety:
/// any thread.
void set_strict_mode(bool on) noexcept;

}  // namespace duet
DUET_API_END
