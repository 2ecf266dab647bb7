#pragma once

// Addresses in shared memory as numbers of 32 bits.

namespace duet::spelling {

__device__ inline void* shared_pointer(unsigned number);
__device__ inline unsigned shared_number(const void* pointer);

}  // namespace duet::spelling

#ifdef DUET_CPU_KERNEL
#include <duet/spelling/vendor/cpu_shared.hpp>
#else
#include <duet/spelling/vendor/hip_shared.hpp>
#endif

__device__ inline unsigned long __cvta_generic_to_shared(const void* pointer) {
  return duet::spelling::shared_number(pointer);
}
__device__ inline void* __cvta_shared_to_generic(unsigned long number) {
  return duet::spelling::shared_pointer(unsigned(number));
}
__device__ inline unsigned long __cvta_generic_to_global(const void* pointer) {
  return reinterpret_cast<unsigned long>(pointer);
}
__device__ inline void* __cvta_global_to_generic(unsigned long number) {
  return reinterpret_cast<void*>(number);
}
