#pragma once

#include <duet/device/bit_cast.hpp>
#include <duet/device/integers.hpp>

// Scaling by powers of two, which is exact.

namespace duet::detail {

/// @param exponent  from -126 to 127, for double from -1022 to 1023
template <typename T>
__device__ inline T power_of_two(int exponent) {
  if constexpr (sizeof(T) == 4) {
    return bit_cast<T>(uint32_t(exponent + 127) << 23);
  } else {
    return bit_cast<T>(uint64_t(exponent + 1023) << 52);
  }
}

/// The exponent of the greater of two numbers as powers of two have it, and the nearest for which
/// there are both this power and its inverse.
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
