#pragma once

// Conversions to half and bfloat16 in the rounding modes that CUDA names.

#include <duet/device/detail/saturate.hpp>
#include <duet/device/half.hpp>

namespace duet::spelling {

/// The next number up or down; x is finite or infinite, and not at the end of the range.
template <typename H>
__device__ inline H next(H x, bool up) {
  const unsigned bits = x.bits();
  if ((bits & 0x7fffu) == 0) return H::from_bits(up ? 1 : 0x8001);
  const bool is_negative = (bits & 0x8000u) != 0;
  return H::from_bits(uint16_t(is_negative == up ? bits - 1 : bits + 1));
}
/// @tparam direction  -1 down, 1 up, 0 towards zero
template <typename H, int direction, typename F>
__device__ inline H round_to(F x) {
  const H nearest(x);
  const F back = F(float(nearest));
  if (!(back < x) && !(back > x)) return nearest;
  const bool wants_up = direction == 1 || (direction == 0 && x < F(0));
  // x - x is NaN for infinity, which is exact.
  if (wants_up ? back < x : back > x) return next(nearest, wants_up);
  // A tiny number becomes a zero of its own sign.
  if (float(nearest) == 0.0f) return H::from_bits(x < F(0) ? 0x8000 : 0);
  return nearest;
}
template <typename H, typename F>
__device__ inline H round_rn(F x) {
  return H(x);
}
template <typename H, typename F>
__device__ inline H round_rz(F x) {
  return round_to<H, 0>(x);
}
template <typename H, typename F>
__device__ inline H round_ru(F x) {
  return round_to<H, 1>(x);
}
template <typename H, typename F>
__device__ inline H round_rd(F x) {
  return round_to<H, -1>(x);
}

__device__ inline float whole_rn(float x) { return rintf(x); }
__device__ inline float whole_rz(float x) { return truncf(x); }
__device__ inline float whole_ru(float x) { return ceilf(x); }
__device__ inline float whole_rd(float x) { return floorf(x); }

template <typename H>
__device__ inline bool is_nan(H x) {
  return float(x) != float(x);
}
template <typename H>
__device__ inline H saturate_to_1(H x) {
  return float(x) > 0.0f ? (float(x) < 1.0f ? x : H(1.0f)) : H(0.0f);
}
/// The greater or lesser number; -0 is less than +0. A NaN loses, or wins if `nan_wins`.
template <typename H>
__device__ inline H extreme(H a, H b, bool greatest, bool nan_wins) {
  if (spelling::is_nan(a) || spelling::is_nan(b)) {
    if (nan_wins || (spelling::is_nan(a) && spelling::is_nan(b))) return H(a + b);
    return spelling::is_nan(a) ? b : a;
  }
  if (float(a) == float(b)) return ((a.bits() & 0x8000u) != 0) == greatest ? b : a;
  return (float(a) > float(b)) == greatest ? a : b;
}

}  // namespace duet::spelling
