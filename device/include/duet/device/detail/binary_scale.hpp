#pragma once

#include <duet/device/bit_cast.hpp>
#include <duet/device/integers.hpp>

// Exact scaling by powers of two.

namespace duet::detail {

/// 2 to the power `exponent`.
/// @param exponent  -126 to 127 for float, -1022 to 1023 for double
template <typename T>
__device__ inline T power_of_two(int exponent) {
  if constexpr (sizeof(T) == 4) {
    return bit_cast<T>(uint32_t(exponent + 127) << 23);
  } else {
    return bit_cast<T>(uint64_t(exponent + 1023) << 52);
  }
}

/// The exponent of the larger of |x| and |y|, limited so that this power of two and its inverse are
/// both normal numbers.
template <typename T>
__device__ inline int scale_exponent(T x, T y) {
  int exponent, limit;
  if constexpr (sizeof(T) == 4) {
    const uint32_t a = bit_cast<uint32_t>(x) & 0x7fffffffu, b = bit_cast<uint32_t>(y) & 0x7fffffffu;
    limit = 126;
    exponent = int((a > b ? a : b) >> 23) - 127;
  } else {
    const uint64_t a = bit_cast<uint64_t>(x) << 1, b = bit_cast<uint64_t>(y) << 1;
    limit = 1022;
    exponent = int((a > b ? a : b) >> 53) - 1023;
  }
  return exponent > limit ? limit : exponent < -limit ? -limit : exponent;
}

}  // namespace duet::detail
