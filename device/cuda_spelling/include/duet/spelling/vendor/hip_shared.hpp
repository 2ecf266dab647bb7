#pragma once

namespace duet::spelling {

/// Shared memory is an address space of 32 bits.
__device__ inline void* shared_pointer(unsigned number) {
  return (void*)((__attribute__((address_space(3))) char*)number);
}
__device__ inline unsigned shared_number(const void* pointer) {
  return unsigned(
      (__UINTPTR_TYPE__)(__attribute__((address_space(3))) const char*)(const char*)pointer);
}

}  // namespace duet::spelling
