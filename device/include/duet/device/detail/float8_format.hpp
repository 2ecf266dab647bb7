#pragma once

#include <duet/device/bit_cast.hpp>
#include <duet/device/integers.hpp>

namespace duet::detail {

/// An 8-bit floating-point format, computed with integers and float.
/// @tparam fraction_digits  number of bits of the fraction: 3 (e4m3) or 2 (e5m2)
/// @tparam bias             of the exponent
/// @tparam greatest         bits of the largest finite number
/// @tparam infinity         bits of infinity; those of NaN if the format has no infinity
/// @tparam nan              bits of NaN
template <int fraction_digits, int bias, uint32_t greatest, uint32_t infinity, uint32_t nan>
struct Float8Format {
  /// NaN in place of -0, as in AMD's formats.
  static constexpr bool has_minus_zero = nan != 0x80u;

  /// The bits of the number nearest to `x`, ties to even.
  /// @param saturates  whether numbers out of range, and infinities, become the largest finite
  /// number instead of infinity or NaN
  __device__ static uint8_t round(float x, bool saturates) {
    constexpr int lost = 23 - fraction_digits;
    constexpr uint32_t least_normal = uint32_t(128 - bias) << 23;
    const uint32_t bits = bit_cast<uint32_t>(x), size = bits & 0x7fffffffu;
    if (size > 0x7f800000u) return uint8_t(nan);
    uint32_t result;
    if (size < least_normal) {
      // The last bit of this power of two is worth as much as that of subnormal numbers: the sum is
      // rounded there.
      constexpr uint32_t power = uint32_t(128 - bias + lost) << 23;
      result = bit_cast<uint32_t>(bit_cast<float>(size) + bit_cast<float>(power)) - power;
    } else {
      // Changes the bias of the exponent, and carries if the rest is above the midpoint, or on it
      // if the last remaining bit is odd.
      constexpr uint32_t below_half = (1u << (lost - 1)) - 1;
      result = (size - (least_normal - (1u << 23)) + below_half + ((size >> lost) & 1u)) >> lost;
    }
    if (result > greatest) {
      if (saturates) {
        result = greatest;
      } else if (infinity == nan) {
        return uint8_t(nan);
      } else {
        result = infinity;
      }
    }
    if (!has_minus_zero && result == 0) return 0;
    return uint8_t(((bits >> 24) & 0x80u) | result);
  }
  __device__ static float value(uint8_t bits) {
    const uint32_t sign = uint32_t(bits & 0x80u) << 24, size = bits & 0x7fu;
    if (has_minus_zero ? size > infinity || (infinity == nan && size == nan) : bits == nan) {
      return bit_cast<float>(0x7fffffffu);
    }
    if (infinity != nan && size == infinity) return bit_cast<float>(sign | 0x7f800000u);
    constexpr uint32_t last = uint32_t(128 - bias - fraction_digits) << 23;
    const float subnormal = float(int(size)) * bit_cast<float>(last);
    const uint32_t normal = (size << (23 - fraction_digits)) + (uint32_t(127 - bias) << 23);
    return bit_cast<float>(sign |
                           (size >> fraction_digits == 0 ? bit_cast<uint32_t>(subnormal) : normal));
  }
};

}  // namespace duet::detail
