#pragma once

#include <duet/device/math/widen.hpp>

// The error function and the gamma function, and their relatives.

namespace duet {

namespace detail {

// Of this hiprtc has no overload for float.
__device__ inline float erfinv(float x) { return ::erfinvf(x); }
__device__ inline double erfinv(double x) { return ::erfinv(x); }

/// The digamma function of a positive number or +0. Abramowitz and Stegun, Handbook of Mathematical
/// Functions: the recurrence 6.3.5 up to where enough terms of the asymptotic series 6.3.18 remain.
template <typename F>
__device__ inline F digamma_of_positive(F x) {
  constexpr F enough = sizeof(F) == sizeof(float) ? 4 : 10;
  F below = 0;
  for (; x < enough; x += 1) below += 1 / x;
  const F inverse = 1 / x, square = inverse * inverse;
  // The Bernoulli numbers B(2n) / 2n, from the last term to the first.
  F series = F(1) / 12;
  series = F(691) / 32760 - square * series;
  series = F(1) / 132 - square * series;
  series = F(1) / 240 - square * series;
  series = F(1) / 252 - square * series;
  series = F(1) / 120 - square * series;
  series = F(1) / 12 - square * series;
  return ::log(x) - inverse / 2 - square * series - below;
}

/// Of negative numbers by the reflection 6.3.7 there: ψ(x) = ψ(1 - x) - π / tan(πx).
template <typename F>
__device__ inline F digamma(F x) {
  if (!(x < 0)) return x == 0 ? -1 / x : digamma_of_positive(x);
  constexpr F pi = F(3.14159265358979323846);
  const F from_integer = x - ::rint(x);
  if (!(from_integer != 0)) return (x - x) / (x - x);
  return digamma_of_positive(1 - x) - pi / ::tan(pi * from_integer);
}

}  // namespace detail

/// The error function, 2/√π times the integral of exp(-t²) from 0 to x.
template <typename T>
__device__ inline T erf(T x) {
  return T(::erf(detail::widen(x)));
}
/// 1 - erf(x), without cancellation where that is small.
template <typename T>
__device__ inline T erfc(T x) {
  return T(::erfc(detail::widen(x)));
}
/// The inverse of erf: infinities of ±1, NaN beyond [-1, 1].
template <typename T>
__device__ inline T erfinv(T x) {
  return T(detail::erfinv(detail::widen(x)));
}

/// The natural logarithm of |Γ(x)|: infinity of 0 and of negative integers. Its zeros at negative x
/// come from a difference of greater numbers, to which the error is relative there.
template <typename T>
__device__ inline T lgamma(T x) {
  return T(::lgamma(detail::widen(x)));
}
/// Γ(x), which is (x - 1)! of positive integers: infinity, of the zero's sign, of 0; NaN of
/// negative integers and -infinity.
template <typename T>
__device__ inline T tgamma(T x) {
  return T(::tgamma(detail::widen(x)));
}
/// The digamma function ψ(x) = Γ'(x) / Γ(x): infinity, of the sign opposite to the zero's, of 0;
/// NaN of negative integers and -infinity. Abramowitz and Stegun 6.3. Its zeros come from a
/// difference of greater numbers, to which the error is relative there.
template <typename T>
__device__ inline T digamma(T x) {
  return T(detail::digamma(detail::widen(x)));
}

}  // namespace duet
