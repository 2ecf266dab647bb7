#pragma once

#include <duet/device/math/widen.hpp>

// Exponentials, logarithms, powers and roots.

namespace duet {

namespace detail {
// Of these hiprtc has no overloads for float.
__device__ inline float exp10(float x) { return ::exp10f(x); }
__device__ inline double exp10(double x) { return ::exp10(x); }
__device__ inline float rsqrt(float x) { return ::rsqrtf(x); }
__device__ inline double rsqrt(double x) { return ::rsqrt(x); }
}  // namespace detail

/// e to the power of x.
template <typename T>
__device__ inline T exp(T x) {
  return T(::exp(detail::widen(x)));
}
/// 2 to the power of x.
template <typename T>
__device__ inline T exp2(T x) {
  return T(::exp2(detail::widen(x)));
}
/// 10 to the power of x.
template <typename T>
__device__ inline T exp10(T x) {
  return T(detail::exp10(detail::widen(x)));
}
/// e to the power of x, minus 1; as accurate near 0 as elsewhere.
template <typename T>
__device__ inline T expm1(T x) {
  return T(::expm1(detail::widen(x)));
}

/// The natural logarithm: -infinity of 0, NaN of negative numbers.
template <typename T>
__device__ inline T log(T x) {
  return T(::log(detail::widen(x)));
}
/// The logarithm to base 2.
template <typename T>
__device__ inline T log2(T x) {
  return T(::log2(detail::widen(x)));
}
/// The logarithm to base 10.
template <typename T>
__device__ inline T log10(T x) {
  return T(::log10(detail::widen(x)));
}
/// The natural logarithm of 1 + x; as accurate near 0 as elsewhere.
template <typename T>
__device__ inline T log1p(T x) {
  return T(::log1p(detail::widen(x)));
}

/// The square root: NaN of negative numbers, -0 of -0.
template <typename T>
__device__ inline T sqrt(T x) {
  return T(::sqrt(detail::widen(x)));
}
/// 1 by the square root: infinity, of the zero's sign, of 0.
template <typename T>
__device__ inline T rsqrt(T x) {
  return T(detail::rsqrt(detail::widen(x)));
}
/// The cube root, of negative numbers too.
template <typename T>
__device__ inline T cbrt(T x) {
  return T(::cbrt(detail::widen(x)));
}
/// x to the power of y, with C's special values: 1 if y is 0 or x is 1, whatever the other is; NaN
/// for negative x and y that is no integer.
template <typename T>
__device__ inline T pow(T x, T y) {
  return T(::pow(detail::widen(x), detail::widen(y)));
}
/// The square root of x² + y² without overflow or underflow of the squares: infinity if either is,
/// even beside NaN.
template <typename T>
__device__ inline T hypot(T x, T y) {
  return T(::hypot(detail::widen(x), detail::widen(y)));
}

}  // namespace duet
