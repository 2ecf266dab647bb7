#pragma once

#include <duet/device/integers.hpp>
#include <duet/device/math/widen.hpp>

/// @file
/// Rounding to integers, remainders, and tests of a number's sign and class. All functions are
/// exact except `fma` and `fdim`, which round once.

namespace duet {

/// The greatest integer that is at most x. Exact.
template <typename T>
__device__ inline T floor(T x) {
  return T(::floor(detail::widen(x)));
}
/// The least integer that is at least x. Exact.
template <typename T>
__device__ inline T ceil(T x) {
  return T(::ceil(detail::widen(x)));
}
/// x truncated: the nearest integer towards 0. Exact.
template <typename T>
__device__ inline T trunc(T x) {
  return T(::trunc(detail::widen(x)));
}
/// The nearest integer; halfway cases away from 0, as in C. Exact.
template <typename T>
__device__ inline T round(T x) {
  return T(::round(detail::widen(x)));
}
/// The nearest integer; halfway cases to the even one. Exact.
template <typename T>
__device__ inline T rint(T x) {
  return T(::rint(detail::widen(x)));
}

/// The remainder of x / y with the quotient truncated; it has the sign of x. NaN if y is 0 or x is
/// infinite. Exact.
template <typename T>
__device__ inline T fmod(T x, T y) {
  return T(::fmod(detail::widen(x), detail::widen(y)));
}
/// The remainder of x / y with the quotient rounded to nearest, halfway cases to even: its absolute
/// value is at most |y| / 2. Exact.
template <typename T>
__device__ inline T remainder(T x, T y) {
  return T(::remainder(detail::widen(x), detail::widen(y)));
}
/// x - y if that is positive, else 0.
template <typename T>
__device__ inline T fdim(T x, T y) {
  return T(::fdim(detail::widen(x), detail::widen(y)));
}
/// x * y + z, rounded once. half and bfloat16 have their own overloads.
__device__ inline float fma(float x, float y, float z) { return ::fmaf(x, y, z); }
/// x * y + z, rounded once.
__device__ inline double fma(double x, double y, double z) { return ::fma(x, y, z); }

/// The absolute value. Exact.
template <typename T>
__device__ inline T fabs(T x) {
  return T(::fabs(detail::widen(x)));
}
/// The absolute value. Exact. Complex numbers have their own overload.
template <typename T>
__device__ inline T abs(T x) {
  return fabs(x);
}
/// The smaller number; if one is NaN, the other. Exact.
template <typename T>
__device__ inline T fmin(T x, T y) {
  return T(::fmin(detail::widen(x), detail::widen(y)));
}
/// The larger number; if one is NaN, the other. Exact.
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

/// Whether x is NaN.
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
/// Whether the sign bit is set, also for zeros and NaN.
template <typename T>
__device__ inline bool signbit(T x) {
  return ::signbit(detail::widen(x));
}

namespace detail {
/// 16-bit numbers of one sign are in the order of their bits.
template <typename T>
__device__ inline T nextafter_of_16_bits(T x, T y) {
  const float from = float(x), to = float(y);
  if (from != from || to != to) return T(from + to);
  if (from == to) return y;
  if (from == 0) return T::from_bits(uint16_t(to < 0 ? 0x8001 : 0x0001));
  return T::from_bits(uint16_t(x.bits() + ((from < to) == (from > 0) ? 1 : -1)));
}
}  // namespace detail

/// The next number from x towards y; y if they are equal. Exact.
template <typename T>
__device__ inline T nextafter(T x, T y) {
  if constexpr (detail::is_float16<T>) {
    return detail::nextafter_of_16_bits(x, y);
  } else {
    return T(vendor::nextafter(detail::widen(x), detail::widen(y)));
  }
}

}  // namespace duet
