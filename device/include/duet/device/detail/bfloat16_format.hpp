#pragma once

#include <duet/device/bit_cast.hpp>
#include <duet/device/integers.hpp>

namespace duet::detail {

/// The upper 16 bits of an IEEE 754 binary32 number, computed with integers and float. Functions
/// take and return bits.
struct Bfloat16Format {
  __device__ static uint16_t round(float x) {
    const uint32_t bits = bit_cast<uint32_t>(x);
    if ((bits & 0x7fffffffu) > 0x7f800000u) return uint16_t((bits >> 16) | 0x40u);
    return uint16_t((bits + 0x7fffu + ((bits >> 16) & 1u)) >> 16);
  }
  __device__ static float value(uint16_t bits) { return bit_cast<float>(uint32_t(bits) << 16); }
};

}  // namespace duet::detail
