#pragma once

#include <duet/device/math/widen.hpp>

/// @file
/// Exponentials, logarithms, powers and roots of real numbers.

namespace duet {

/// e to the power x.
template <typename T>
__device__ inline T exp(T x) {
  return T(::exp(detail::widen(x)));
}
/// 2 to the power x.
template <typename T>
__device__ inline T exp2(T x) {
  return T(::exp2(detail::widen(x)));
}
/// 10 to the power x.
template <typename T>
__device__ inline T exp10(T x) {
  return T(vendor::exp10(detail::widen(x)));
}
/// e to the power x, minus 1; accurate near 0 as well.
template <typename T>
__device__ inline T expm1(T x) {
  return T(vendor::expm1(detail::widen(x)));
}

/// The natural logarithm: -infinity for 0, NaN for negative numbers.
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
/// The natural logarithm of 1 + x; accurate near 0 as well.
template <typename T>
__device__ inline T log1p(T x) {
  return T(vendor::log1p(detail::widen(x)));
}

/// The square root: NaN for negative numbers, -0 for -0.
template <typename T>
__device__ inline T sqrt(T x) {
  return T(vendor::sqrt(detail::widen(x)));
}
/// 1 divided by the square root: infinity with the zero's sign for 0.
template <typename T>
__device__ inline T rsqrt(T x) {
  return T(vendor::rsqrt(detail::widen(x)));
}
/// The cube root, also of negative numbers.
template <typename T>
__device__ inline T cbrt(T x) {
  return T(::cbrt(detail::widen(x)));
}
/// x to the power y, with C's special values: 1 if y is 0 or x is 1, whatever the other is; NaN if
/// x is negative and y is not an integer.
template <typename T>
__device__ inline T pow(T x, T y) {
  return T(::pow(detail::widen(x), detail::widen(y)));
}
/// The square root of x² + y², without overflow or underflow of the squares. Infinity if either is
/// infinite, even if the other is NaN.
template <typename T>
__device__ inline T hypot(T x, T y) {
  return T(::hypot(detail::widen(x), detail::widen(y)));
}

}  // namespace duet
