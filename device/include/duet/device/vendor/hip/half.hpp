#pragma once

#include <duet/device/bit_cast.hpp>
#include <duet/device/detail/half_format.hpp>
#include <duet/device/integers.hpp>

namespace duet::vendor {

/// Arithmetic by _Float16, for which AMD's processors have instructions from gfx8 on. Contraction
/// is off for products: an addition after one stays a separate operation.
struct Half {
  using Pair = _Float16 __attribute__((ext_vector_type(2)));

  __device__ static uint16_t round(float x) { return bits(_Float16(x)); }
  __device__ static float value(uint16_t x) { return float(number(x)); }
  __device__ static uint16_t add(uint16_t a, uint16_t b) { return bits(number(a) + number(b)); }
  __device__ static uint16_t subtract(uint16_t a, uint16_t b) {
    return bits(number(a) - number(b));
  }
  __device__ static uint16_t multiply(uint16_t a, uint16_t b) {
#pragma clang fp contract(off)
    return bits(number(a) * number(b));
  }
  /// Rounded by integers: not every compiler rounds a division of _Float16 correctly, and compilers
  /// turn a float division between conversions into one.
  __device__ static uint16_t divide(uint16_t a, uint16_t b) {
    return detail::HalfFormat::round(value(a) / value(b));
  }
  __device__ static uint16_t fma(uint16_t a, uint16_t b, uint16_t c) {
    return bits(fused(number(a), number(b), number(c)));
  }

  // Operations on pairs; the first number is in the low 16 bits.
  __device__ static uint32_t add_pair(uint32_t a, uint32_t b) { return bits(pair(a) + pair(b)); }
  __device__ static uint32_t subtract_pair(uint32_t a, uint32_t b) {
    return bits(pair(a) - pair(b));
  }
  __device__ static uint32_t multiply_pair(uint32_t a, uint32_t b) {
#pragma clang fp contract(off)
    return bits(pair(a) * pair(b));
  }
  __device__ static uint32_t fma_pair(uint32_t a, uint32_t b, uint32_t c) {
    const Pair x = pair(a), y = pair(b), z = pair(c);
    return bits(Pair{fused(x.x, y.x, z.x), fused(x.y, y.y, z.y)});
  }

 private:
  __device__ static _Float16 fused(_Float16 a, _Float16 b, _Float16 c) {
    return _Float16(__builtin_fmaf16(a, b, c));
  }
  __device__ static _Float16 number(uint16_t bits) { return bit_cast<_Float16>(bits); }
  __device__ static uint16_t bits(_Float16 x) { return bit_cast<uint16_t>(x); }
  __device__ static Pair pair(uint32_t bits) { return bit_cast<Pair>(bits); }
  __device__ static uint32_t bits(Pair x) { return bit_cast<uint32_t>(x); }
};

}  // namespace duet::vendor
