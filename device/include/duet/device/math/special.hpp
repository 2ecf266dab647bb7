#pragma once

#include <duet/device/math/widen.hpp>

/// @file
/// The error function, the gamma function and related functions.

namespace duet {

namespace detail {

/// The digamma function of a positive number or +0. Abramowitz and Stegun, "Handbook of
/// Mathematical Functions": the recurrence 6.3.5 up to arguments for which enough terms of the
/// asymptotic series 6.3.18 remain.
template <typename F>
__device__ inline F digamma_of_positive(F x) {
  constexpr F enough = sizeof(F) == sizeof(float) ? 4 : 10;
  F below = 0;
  for (; x < enough; x += 1) below += 1 / x;
  const F inverse = 1 / x, square = inverse * inverse;
  // Bernoulli numbers B(2n) / 2n, from the last term to the first.
  F series = F(1) / 12;
  series = F(691) / 32760 - square * series;
  series = F(1) / 132 - square * series;
  series = F(1) / 240 - square * series;
  series = F(1) / 252 - square * series;
  series = F(1) / 120 - square * series;
  series = F(1) / 12 - square * series;
  return ::log(x) - inverse / 2 - square * series - below;
}

/// The digamma function; for negative numbers by the reflection 6.3.7 there:
/// ψ(x) = ψ(1 - x) - π / tan(πx).
template <typename F>
__device__ inline F digamma(F x) {
  if (!(x < 0)) return x == 0 ? -1 / x : digamma_of_positive(x);
  constexpr F pi = F(3.14159265358979323846);
  const F from_integer = x - ::rint(x);
  if (from_integer == 0) return (x - x) / (x - x);
  return digamma_of_positive(1 - x) - pi / ::tan(pi * from_integer);
}

}  // namespace detail

/// The error function: 2/√π times the integral of exp(-t²) from 0 to x.
template <typename T>
__device__ inline T erf(T x) {
  return T(::erf(detail::widen(x)));
}
/// The complementary error function, 1 - erf(x), without cancellation.
template <typename T>
__device__ inline T erfc(T x) {
  return T(::erfc(detail::widen(x)));
}
/// The inverse of erf: infinite for ±1, NaN outside [-1, 1].
template <typename T>
__device__ inline T erfinv(T x) {
  return T(vendor::erfinv(detail::widen(x)));
}

/// The natural logarithm of |Γ(x)|: infinity for 0 and negative integers. Near its zeros at
/// negative x the result is a difference of larger numbers, to which the error is relative.
template <typename T>
__device__ inline T lgamma(T x) {
  return T(vendor::lgamma(detail::widen(x)));
}
/// The gamma function Γ(x), (x - 1)! for positive integers: infinity with the zero's sign for 0;
/// NaN for negative integers and -infinity.
template <typename T>
__device__ inline T tgamma(T x) {
  return T(vendor::tgamma(detail::widen(x)));
}
/// The digamma function ψ(x) = Γ'(x) / Γ(x): infinity with the sign opposite to the zero's for 0;
/// NaN for negative integers and -infinity. Abramowitz and Stegun 6.3. Near its zeros the result is
/// a difference of larger numbers, to which the error is relative.
template <typename T>
__device__ inline T digamma(T x) {
  return T(detail::digamma(detail::widen(x)));
}

}  // namespace duet
