#pragma once

#include <duet/device/complex.hpp>
#include <duet/device/math/elementary.hpp>
#include <duet/device/math/rounding.hpp>
#include <duet/device/math/trigonometric.hpp>

/// @file
/// Functions of complex numbers x + iy with parts of type float or double. Errors are relative to
/// the absolute value of the result, not to each part. `log`, `sqrt` and `pow` have their branch
/// cut along the negative real axis; the sign of a zero y selects the side. `exp`, `log` and `sqrt`
/// treat infinities as annex G of C; the others return what their formulas give.

namespace duet {

/// Whether one part or both are NaN.
template <typename T>
__device__ inline bool is_nan(complex<T> z) {
  return is_nan(z.re) || is_nan(z.im);
}
/// Whether one part or both are infinite.
template <typename T>
__device__ inline bool is_inf(complex<T> z) {
  return is_inf(z.re) || is_inf(z.im);
}
/// Whether both parts are finite.
template <typename T>
__device__ inline bool is_finite(complex<T> z) {
  return is_finite(z.re) && is_finite(z.im);
}

namespace detail {

/// w exp(x), also where exp(x) alone overflows.
template <typename T>
__device__ inline complex<T> times_exp(complex<T> w, T x) {
  const T size = duet::exp(x);
  if (!is_inf(size) || is_inf(x)) return {w.re * size, w.im * size};
  const T root = duet::exp(x / 2);
  return {w.re * root * root, w.im * root * root};
}

/// From this |x| on, exp(-|x|) is negligible beside exp(|x|), in float and in double.
inline constexpr int hyperbolic_far = 20;

/// A power of 4 that scales z so that squares and sums neither overflow nor lose bits.
template <typename T>
__device__ inline T scale_of(complex<T> z) {
  const T size = fmax(fabs(z.re), fabs(z.im));
  return size > T(1e30) ? T(0x1p-64) : size < T(1e-30) ? T(0x1p64) : T(1);
}

}  // namespace detail

/// The exponential function: exp(x) (cos y + i sin y).
template <typename T>
__device__ inline complex<T> exp(complex<T> z) {
  if (z.im == 0) return {exp(z.re), z.im};
  if (is_inf(z.re) && !is_finite(z.im)) {
    if (z.re < 0) return {T(0), T(0)};
    return {z.re, z.im - z.im};
  }
  return detail::times_exp(complex<T>{cos(z.im), sin(z.im)}, z.re);
}

/// The natural logarithm: log |z| + i arg z. Near |z| = 1 it uses log1p (W. Kahan, "Branch Cuts for
/// Complex Elementary Functions", 1987).
template <typename T>
__device__ inline complex<T> log(complex<T> z) {
  const T scale = detail::scale_of(z);
  const T size = hypot(z.re * scale, z.im * scale);
  if (scale != 1) return {log(size) - log(scale), arg(z)};
  if (size < T(0.5) || size > T(2) || is_nan(size)) return {log(size), arg(z)};
  const T x = fabs(z.re), y = fabs(z.im);
  const T great = fmax(x, y), small = fmin(x, y);
  return {log1p((great - 1) * (great + 1) + small * small) / 2, arg(z)};
}

/// The square root whose real part is not negative.
template <typename T>
__device__ inline complex<T> sqrt(complex<T> z) {
  if (z.re == 0 && z.im == 0) return {T(0), z.im};
  if (is_inf(z.im)) return {fabs(z.im), z.im};
  const T scale = detail::scale_of(z), unscale = sqrt(1 / scale);
  const T x = fabs(z.re * scale), y = z.im * scale;
  const T great = sqrt((x + hypot(x, y)) / 2), small = fabs(y) / (2 * great);
  const bool right = !(z.re < 0);
  return {(right ? great : small) * unscale, copysign(right ? small : great, z.im) * unscale};
}

/// The hyperbolic sine: sinh x cos y + i cosh x sin y.
template <typename T>
__device__ inline complex<T> sinh(complex<T> z) {
  if (z.im == 0) return {sinh(z.re), z.im};
  const T c = cos(z.im), s = sin(z.im), size = fabs(z.re);
  if (size < detail::hyperbolic_far) return {sinh(z.re) * c, cosh(z.re) * s};
  return detail::times_exp(complex<T>{(z.re < 0 ? -c : c) / 2, s / 2}, size);
}
/// The hyperbolic cosine: cosh x cos y + i sinh x sin y.
template <typename T>
__device__ inline complex<T> cosh(complex<T> z) {
  if (z.im == 0) return {cosh(z.re), z.re < 0 ? -z.im : z.im};
  const T c = cos(z.im), s = sin(z.im), size = fabs(z.re);
  if (size < detail::hyperbolic_far) return {cosh(z.re) * c, sinh(z.re) * s};
  return detail::times_exp(complex<T>{c / 2, (z.re < 0 ? -s : s) / 2}, size);
}
/// The hyperbolic tangent: sinh z / cosh z, without overflow (W. Kahan, "Branch Cuts for Complex
/// Elementary Functions", 1987).
template <typename T>
__device__ inline complex<T> tanh(complex<T> z) {
  const T size = fabs(z.re);
  if (size >= detail::hyperbolic_far) {
    return {copysign(T(1), z.re), 4 * sin(z.im) * cos(z.im) * exp(-2 * size)};
  }
  const T t = tan(z.im), s = sinh(z.re);
  const T beta = 1 + t * t, below = 1 + beta * s * s;
  return {beta * sqrt(1 + s * s) * s / below, t / below};
}

/// The sine: sin x cosh y + i cos x sinh y = sinh(iz) / i.
template <typename T>
__device__ inline complex<T> sin(complex<T> z) {
  const complex<T> w = sinh(complex<T>{-z.im, z.re});
  return {w.im, -w.re};
}
/// The cosine: cos x cosh y - i sin x sinh y = cosh(iz).
template <typename T>
__device__ inline complex<T> cos(complex<T> z) {
  return cosh(complex<T>{-z.im, z.re});
}
/// The tangent: tanh(iz) / i.
template <typename T>
__device__ inline complex<T> tan(complex<T> z) {
  const complex<T> w = tanh(complex<T>{-z.im, z.re});
  return {w.im, -w.re};
}

/// The power: exp(w log z). It is 1 if w is 0. For z = 0 it is 0 if the real part of w is positive,
/// else NaN. The error grows with |w log z|.
template <typename T>
__device__ inline complex<T> pow(complex<T> z, complex<T> w) {
  if (w.re == 0 && w.im == 0) return {T(1), T(0)};
  if (z.re == 0 && z.im == 0) {
    const T value = w.re > 0 ? T(0) : log(T(-1));
    return {value, value};
  }
  return exp(w * log(z));
}

}  // namespace duet
