#pragma once

#include <cuda.h>

#include <cstddef>
#include <optional>

namespace hip_on_cuda {

/// Memory of a device, managed, or pinned on the host: what AMD's getMemoryObject finds.
struct KnownMemory {
  CUmemorytype type;
  std::size_t bytes_left;  ///< from the address to the end of its allocation
};

/// Nothing for memory that the driver does not know.
std::optional<KnownMemory> find_memory(const void* address);

/// The same, without looking for the end.
bool is_known(const void* address);

}  // namespace hip_on_cuda
