#pragma once

#include <duet/device/bit_cast.hpp>
#include <duet/device/integers.hpp>

namespace duet::detail {

/// IEEE 754 binary16, computed with integers and float for targets without instructions. Functions
/// take and return bits.
struct HalfFormat {
  __device__ static uint16_t round(float x) {
    const uint32_t bits = bit_cast<uint32_t>(x), sign = bits & 0x80000000u, size = bits ^ sign;
    uint32_t result;
    if (size >= 0x47800000u) {  // 2^16
      result = size > 0x7f800000u ? 0x7e00u : 0x7c00u;
    } else if (size < 0x38800000u) {  // 2^-14
      // The last bit of 0.5 is worth 2^-24, like that of subnormal numbers: the sum is rounded
      // there.
      result = bit_cast<uint32_t>(bit_cast<float>(size) + 0.5f) - 0x3f000000u;
    } else {
      // Changes the bias of the exponent, and carries if the rest is above the midpoint, or on it
      // if the last remaining bit is odd.
      result = (size - (112u << 23) + 0xfffu + ((size >> 13) & 1u)) >> 13;
    }
    return uint16_t((sign >> 16) | result);
  }
  __device__ static float value(uint16_t bits) {
    const uint32_t sign = uint32_t(bits & 0x8000u) << 16, size = bits & 0x7fffu;
    const float subnormal = float(int(size)) * 0x1p-24f;
    const uint32_t normal = (size << 13) + ((size < 0x7c00u ? 112u : 224u) << 23);
    return bit_cast<float>(sign | (size < 0x400u ? bit_cast<uint32_t>(subnormal) : normal));
  }
};

}  // namespace duet::detail
