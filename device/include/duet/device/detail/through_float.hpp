#pragma once

#include <duet/device/detail/odd_float.hpp>
#include <duet/device/integers.hpp>

namespace duet::detail {

/// Arithmetic by conversion to float. A sum, product or quotient of numbers of p bits that is first
/// rounded to at least 2p + 2 bits is then rounded as if once: Figueroa, "When is double rounding
/// innocuous?", ACM SIGNUM Newsletter 30 (1995). A float has 24 bits, half 11, bfloat16 8.
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

  // Operations on pairs; the first number is in the low 16 bits.
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
