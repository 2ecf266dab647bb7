#pragma once

#include <duet/device/detail/bfloat16_format.hpp>
#include <duet/device/integers.hpp>
#if __CUDA_ARCH__ < 800
#include <duet/device/detail/through_float.hpp>
#endif

namespace duet::vendor {

#if __CUDA_ARCH__ >= 800
/// Arithmetic by PTX, from sm_80 on, which has fused multiply-add: sums are a * 1 + b and products
/// a * b - 0, rounded once and with the correct sign of 0.
struct Bfloat16 : detail::Bfloat16Format {
  __device__ static uint16_t round(float x) {
    uint16_t result;
    asm("cvt.rn.bf16.f32 %0, %1;" : "=h"(result) : "f"(x));
    return result;
  }
  __device__ static uint16_t add(uint16_t a, uint16_t b) { return fma(a, one, b); }
  __device__ static uint16_t subtract(uint16_t a, uint16_t b) { return fma(b, minus_one, a); }
  __device__ static uint16_t multiply(uint16_t a, uint16_t b) { return fma(a, b, minus_zero); }
  /// Correct although rounded twice: see detail::ThroughFloat.
  __device__ static uint16_t divide(uint16_t a, uint16_t b) {
    return round(__fdiv_rn(value(a), value(b)));
  }
  __device__ static uint16_t fma(uint16_t a, uint16_t b, uint16_t c) {
    uint16_t result;
    asm("fma.rn.bf16 %0, %1, %2, %3;" : "=h"(result) : "h"(a), "h"(b), "h"(c));
    return result;
  }

  // Operations on pairs; the first number is in the low 16 bits.
  __device__ static uint32_t add_pair(uint32_t a, uint32_t b) { return fma_pair(a, twice(one), b); }
  __device__ static uint32_t subtract_pair(uint32_t a, uint32_t b) {
    return fma_pair(b, twice(minus_one), a);
  }
  __device__ static uint32_t multiply_pair(uint32_t a, uint32_t b) {
    return fma_pair(a, b, twice(minus_zero));
  }
  __device__ static uint32_t fma_pair(uint32_t a, uint32_t b, uint32_t c) {
    uint32_t result;
    asm("fma.rn.bf16x2 %0, %1, %2, %3;" : "=r"(result) : "r"(a), "r"(b), "r"(c));
    return result;
  }

 private:
  static constexpr uint16_t one = 0x3f80, minus_one = 0xbf80, minus_zero = 0x8000;
  __device__ static constexpr uint32_t twice(uint32_t bits) { return bits | (bits << 16); }
};
#else
using Bfloat16 = detail::ThroughFloat<detail::Bfloat16Format>;
#endif

}  // namespace duet::vendor
