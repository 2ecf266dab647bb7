#pragma once

#include <duet/device/bit_cast.hpp>
#include <duet/device/detail/odd_float.hpp>
#include <duet/device/integers.hpp>

// The two 16-bit formats by integers and float, for targets that have no instruction. Numbers are
// in bits here.

namespace duet::detail {

/// IEEE 754 binary16.
struct HalfFormat {
  __device__ static uint16_t round(float x) {
    const uint32_t bits = bit_cast<uint32_t>(x), sign = bits & 0x80000000u, size = bits ^ sign;
    uint32_t result;
    if (size >= 0x47800000u) {  // 2^16
      result = size > 0x7f800000u ? 0x7e00u : 0x7c00u;
    } else if (size < 0x38800000u) {  // 2^-14
      // The last bit of 0.5 is worth 2^-24, as that of subnormal numbers: the sum is rounded there.
      result = bit_cast<uint32_t>(bit_cast<float>(size) + 0.5f) - 0x3f000000u;
    } else {
      // Another bias of the exponent, and a carry for what is above the midpoint, or on it if the
      // last bit that stays is odd.
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

/// The first 16 bits of an IEEE 754 binary32 number.
struct Bfloat16Format {
  __device__ static uint16_t round(float x) {
    const uint32_t bits = bit_cast<uint32_t>(x);
    if ((bits & 0x7fffffffu) > 0x7f800000u) return uint16_t((bits >> 16) | 0x40u);
    return uint16_t((bits + 0x7fffu + ((bits >> 16) & 1u)) >> 16);
  }
  __device__ static float value(uint16_t bits) { return bit_cast<float>(uint32_t(bits) << 16); }
};

/// Arithmetic through float. A sum, product or quotient of numbers of p bits that is rounded to
/// 2p + 2 bits first comes out as if it was rounded once: Figueroa, "When is double rounding
/// innocuous?", ACM SIGNUM Newsletter 30 (1995). A float has 24 bits, these 11 and 8.
template <typename Format>
struct ThroughFloat : Format {
  using Format::round;
  using Format::value;
  __device__ static uint16_t add(uint16_t a, uint16_t b) { return round(value(a) + value(b)); }
  __device__ static uint16_t subtract(uint16_t a, uint16_t b) { return round(value(a) - value(b)); }
  __device__ static uint16_t multiply(uint16_t a, uint16_t b) { return round(value(a) * value(b)); }
  __device__ static uint16_t divide(uint16_t a, uint16_t b) { return round(value(a) / value(b)); }
  __device__ static uint16_t fma(uint16_t a, uint16_t b, uint16_t c) {
    return round(odd_fma(value(a), value(b), value(c)));
  }

  // Of pairs, the first in the low 16 bits.
  __device__ static uint32_t add_pair(uint32_t a, uint32_t b) {
    return pair(add(low(a), low(b)), add(high(a), high(b)));
  }
  __device__ static uint32_t subtract_pair(uint32_t a, uint32_t b) {
    return pair(subtract(low(a), low(b)), subtract(high(a), high(b)));
  }
  __device__ static uint32_t multiply_pair(uint32_t a, uint32_t b) {
    return pair(multiply(low(a), low(b)), multiply(high(a), high(b)));
  }
  __device__ static uint32_t fma_pair(uint32_t a, uint32_t b, uint32_t c) {
    return pair(fma(low(a), low(b), low(c)), fma(high(a), high(b), high(c)));
  }

 private:
  __device__ static uint16_t low(uint32_t pair) { return uint16_t(pair); }
  __device__ static uint16_t high(uint32_t pair) { return uint16_t(pair >> 16); }
  __device__ static uint32_t pair(uint16_t low, uint16_t high) {
    return low | (uint32_t(high) << 16);
  }
};

}  // namespace duet::detail
