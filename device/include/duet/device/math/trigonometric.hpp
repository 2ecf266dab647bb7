#pragma once

#include <duet/device/math/widen.hpp>

/// @file
/// Trigonometric and hyperbolic functions of real numbers. Angles are in radians.

namespace duet {

/// The sine, for arguments of any size; NaN for infinities.
template <typename T>
__device__ inline T sin(T x) {
  return T(::sin(detail::widen(x)));
}
/// The cosine, for arguments of any size; NaN for infinities.
template <typename T>
__device__ inline T cos(T x) {
  return T(::cos(detail::widen(x)));
}
/// The tangent, for arguments of any size; NaN for infinities.
template <typename T>
__device__ inline T tan(T x) {
  return T(::tan(detail::widen(x)));
}
/// The angle in [-π/2, π/2] whose sine is x; NaN outside [-1, 1].
template <typename T>
__device__ inline T asin(T x) {
  return T(vendor::asin(detail::widen(x)));
}
/// The angle in [0, π] whose cosine is x; NaN outside [-1, 1].
template <typename T>
__device__ inline T acos(T x) {
  return T(::acos(detail::widen(x)));
}
/// The angle in [-π/2, π/2] whose tangent is x.
template <typename T>
__device__ inline T atan(T x) {
  return T(::atan(detail::widen(x)));
}
/// The angle in [-π, π] of the point (x, y); the signs of zeros are taken into account.
/// @param y  the second coordinate
/// @param x  the first coordinate
template <typename T>
__device__ inline T atan2(T y, T x) {
  return T(::atan2(detail::widen(y), detail::widen(x)));
}

/// The hyperbolic sine.
template <typename T>
__device__ inline T sinh(T x) {
  return T(::sinh(detail::widen(x)));
}
/// The hyperbolic cosine.
template <typename T>
__device__ inline T cosh(T x) {
  return T(::cosh(detail::widen(x)));
}
/// The hyperbolic tangent.
template <typename T>
__device__ inline T tanh(T x) {
  return T(::tanh(detail::widen(x)));
}
/// The inverse of the hyperbolic sine.
template <typename T>
__device__ inline T asinh(T x) {
  return T(::asinh(detail::widen(x)));
}
/// The inverse of the hyperbolic cosine, not negative; NaN below 1.
template <typename T>
__device__ inline T acosh(T x) {
  return T(::acosh(detail::widen(x)));
}
/// The inverse of the hyperbolic tangent: infinite for ±1, NaN outside [-1, 1].
template <typename T>
__device__ inline T atanh(T x) {
  return T(::atanh(detail::widen(x)));
}

}  // namespace duet
