#pragma once

#include <duet/device/integers.hpp>

namespace duet::vendor {

/// Arithmetic by PTX. `.rn` prevents the fusion of a multiplication and an addition.
struct Half {
  __device__ static uint16_t round(float x) {
    uint16_t result;
    asm("cvt.rn.f16.f32 %0, %1;" : "=h"(result) : "f"(x));
    return result;
  }
  __device__ static float value(uint16_t x) {
    float result;
    asm("cvt.f32.f16 %0, %1;" : "=f"(result) : "h"(x));
    return result;
  }
  __device__ static uint16_t add(uint16_t a, uint16_t b) {
    uint16_t result;
    asm("add.rn.f16 %0, %1, %2;" : "=h"(result) : "h"(a), "h"(b));
    return result;
  }
  __device__ static uint16_t subtract(uint16_t a, uint16_t b) {
    uint16_t result;
    asm("sub.rn.f16 %0, %1, %2;" : "=h"(result) : "h"(a), "h"(b));
    return result;
  }
  __device__ static uint16_t multiply(uint16_t a, uint16_t b) {
    uint16_t result;
    asm("mul.rn.f16 %0, %1, %2;" : "=h"(result) : "h"(a), "h"(b));
    return result;
  }
  /// Correct although rounded twice: see detail::ThroughFloat.
  __device__ static uint16_t divide(uint16_t a, uint16_t b) {
    return round(__fdiv_rn(value(a), value(b)));
  }
  __device__ static uint16_t fma(uint16_t a, uint16_t b, uint16_t c) {
    uint16_t result;
    asm("fma.rn.f16 %0, %1, %2, %3;" : "=h"(result) : "h"(a), "h"(b), "h"(c));
    return result;
  }

  // Operations on pairs; the first number is in the low 16 bits.
  __device__ static uint32_t add_pair(uint32_t a, uint32_t b) {
    uint32_t result;
    asm("add.rn.f16x2 %0, %1, %2;" : "=r"(result) : "r"(a), "r"(b));
    return result;
  }
  __device__ static uint32_t subtract_pair(uint32_t a, uint32_t b) {
    uint32_t result;
    asm("sub.rn.f16x2 %0, %1, %2;" : "=r"(result) : "r"(a), "r"(b));
    return result;
  }
  __device__ static uint32_t multiply_pair(uint32_t a, uint32_t b) {
    uint32_t result;
    asm("mul.rn.f16x2 %0, %1, %2;" : "=r"(result) : "r"(a), "r"(b));
    return result;
  }
  __device__ static uint32_t fma_pair(uint32_t a, uint32_t b, uint32_t c) {
    uint32_t result;
    asm("fma.rn.f16x2 %0, %1, %2, %3;" : "=r"(result) : "r"(a), "r"(b), "r"(c));
    return result;
  }
};

}  // namespace duet::vendor
