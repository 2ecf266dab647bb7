#pragma once

#include <cuda.h>

#include <cstddef>
#include <optional>

namespace hip_on_cuda {

/// Memory that the driver knows: device memory, managed memory, pinned host memory. AMD's
/// getMemoryObject finds the same kinds.
struct KnownMemory {
  CUmemorytype type;
  std::size_t bytes_left;  ///< from the address to the end of its allocation
};

/// Returns nullopt for memory that the driver does not know.
std::optional<KnownMemory> find_memory(const void* address);

/// Whether the driver knows the memory. Faster than find_memory.
bool is_known(const void* address);

}  // namespace hip_on_cuda
