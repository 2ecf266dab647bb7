#pragma once

#include <duet/device/integers.hpp>

namespace duet::vendor {

/// Registers, as the compiler's functions for matrices take them.
template <typename T, int count>
using Registers = T __attribute__((ext_vector_type(count)));

/// Elements as registers.
template <typename To>
__device__ inline To load_registers(const void* elements) {
  To result;
  __builtin_memcpy(&result, elements, sizeof(To));
  return result;
}

}  // namespace duet::vendor
