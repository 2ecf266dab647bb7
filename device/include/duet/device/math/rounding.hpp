#pragma once

#include <duet/device/integers.hpp>
#include <duet/device/math/widen.hpp>

// Rounding to integers, remainders, and what looks at a number's sign and kind. All of it is exact,
// but for `fma` and `fdim`, which round once.

namespace duet {

/// The greatest integer that is not greater than x. Exact.
template <typename T>
__device__ inline T floor(T x) {
  return T(::floor(detail::widen(x)));
}
/// The least integer that is not less than x. Exact.
template <typename T>
__device__ inline T ceil(T x) {
  return T(::ceil(detail::widen(x)));
}
/// The integer between 0 and x that is next to x. Exact.
template <typename T>
__device__ inline T trunc(T x) {
  return T(::trunc(detail::widen(x)));
}
/// The nearest integer; from the middle between two, the one farther from 0, as C has it. Exact.
template <typename T>
__device__ inline T round(T x) {
  return T(::round(detail::widen(x)));
}
/// The nearest integer; from the middle between two, the even one. Exact.
template <typename T>
__device__ inline T rint(T x) {
  return T(::rint(detail::widen(x)));
}

/// x less the multiple of y, rounded towards 0, that is in it: the sign is that of x. NaN where y
/// is 0 or x is infinite. Exact.
template <typename T>
__device__ inline T fmod(T x, T y) {
  return T(::fmod(detail::widen(x), detail::widen(y)));
}
/// x less the multiple of y nearest to it, of two the even one: at most |y| / 2. Exact.
template <typename T>
__device__ inline T remainder(T x, T y) {
  return T(::remainder(detail::widen(x), detail::widen(y)));
}
/// x - y where that is positive, else 0.
template <typename T>
__device__ inline T fdim(T x, T y) {
  return T(::fdim(detail::widen(x), detail::widen(y)));
}
/// x * y + z, rounded once. That of half and bfloat16 is beside their arithmetic.
__device__ inline float fma(float x, float y, float z) { return ::fmaf(x, y, z); }
__device__ inline double fma(double x, double y, double z) { return ::fma(x, y, z); }

/// The absolute value. Exact.
template <typename T>
__device__ inline T fabs(T x) {
  return T(::fabs(detail::widen(x)));
}
/// The same; that of complex numbers is beside their arithmetic. Exact.
template <typename T>
__device__ inline T abs(T x) {
  return fabs(x);
}
/// The lesser; if one is NaN, the other. Exact.
template <typename T>
__device__ inline T fmin(T x, T y) {
  return T(::fmin(detail::widen(x), detail::widen(y)));
}
/// The greater; if one is NaN, the other. Exact.
template <typename T>
__device__ inline T fmax(T x, T y) {
  return T(::fmax(detail::widen(x), detail::widen(y)));
}
/// x with the sign of y. Exact.
template <typename T>
__device__ inline T copysign(T x, T y) {
  if constexpr (detail::is_float16<T>) {  // not every target's conversion keeps the sign of NaN
    return T::from_bits(uint16_t((x.bits() & 0x7fffu) | (y.bits() & 0x8000u)));
  } else {
    return T(::copysign(detail::widen(x), detail::widen(y)));
  }
}

/// Whether x is not a number.
template <typename T>
__device__ inline bool is_nan(T x) {
  return ::isnan(detail::widen(x));
}
/// Whether x is infinity or -infinity.
template <typename T>
__device__ inline bool is_inf(T x) {
  return ::isinf(detail::widen(x));
}
/// Whether x is neither infinite nor NaN.
template <typename T>
__device__ inline bool is_finite(T x) {
  return ::isfinite(detail::widen(x));
}
/// Whether the sign is minus, of zeros and NaN too.
template <typename T>
__device__ inline bool signbit(T x) {
  return ::signbit(detail::widen(x));
}

namespace detail {
/// Numbers of 16 bits of one sign are in the order of their bits.
template <typename T>
__device__ inline T nextafter_of_16_bits(T x, T y) {
  const float from = float(x), to = float(y);
  if (from != from || to != to) return T(from + to);
  if (from == to) return y;
  if (from == 0) return T::from_bits(uint16_t(to < 0 ? 0x8001 : 0x0001));
  return T::from_bits(uint16_t(x.bits() + ((from < to) == (from > 0) ? 1 : -1)));
}
}  // namespace detail

/// The number next to x on the way to y, and y where they are equal. Exact.
template <typename T>
__device__ inline T nextafter(T x, T y) {
  if constexpr (detail::is_float16<T>) {
    return detail::nextafter_of_16_bits(x, y);
  } else {
    return T(::nextafter(detail::widen(x), detail::widen(y)));
  }
}

}  // namespace duet
