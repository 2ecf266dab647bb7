#pragma once

// Mathematical functions of CUDA that libm and the CPU backend lack.

extern "C" {
double j0(double) noexcept;
double j1(double) noexcept;
double jn(int, double) noexcept;
double y0(double) noexcept;
double y1(double) noexcept;
double yn(int, double) noexcept;
float j0f(float) noexcept;
float j1f(float) noexcept;
float jnf(int, float) noexcept;
float y0f(float) noexcept;
float y1f(float) noexcept;
float ynf(int, float) noexcept;
}

inline double scalbln(double x, long exponent) { return __builtin_scalbln(x, exponent); }
inline float scalblnf(float x, long exponent) { return __builtin_scalblnf(x, exponent); }
inline int __isnanf(float x) { return __builtin_isnan(x); }
inline int __isinff(float x) { return __builtin_isinf(x) != 0; }
inline int __finitef(float x) { return __builtin_isfinite(x); }
inline int __isnan(double x) { return __builtin_isnan(x); }
inline int __isinf(double x) { return __builtin_isinf(x) != 0; }
inline int __finite(double x) { return __builtin_isfinite(x); }
inline int __signbitf(float x) { return __builtin_signbit(x) != 0; }
inline int __signbitd(double x) { return __builtin_signbit(x) != 0; }
inline float nanf(const char*) { return __builtin_nanf(""); }
inline double nan(const char*) { return __builtin_nan(""); }
inline void sincospi(double x, double* sine, double* cosine) {
  *sine = sinpi(x);
  *cosine = cospi(x);
}
inline void sincospif(float x, float* sine, float* cosine) {
  *sine = sinpif(x);
  *cosine = cospif(x);
}
/// The inverse of erfc. Where 1 - x loses digits, Newton's method on the logarithm of erfc.
inline double erfcinv(double x) {
  if (!(x > 0.0 && x < 2.0)) {
    return x == 0.0 ? __builtin_inf() : x == 2.0 ? -__builtin_inf() : __builtin_nan("");
  }
  if (x > 1.0) return -erfcinv(2.0 - x);
  if (x > 0.1) return erfinv(1.0 - x);
  constexpr double two_over_sqrt_pi = 1.12837916709551257390;
  const double target = __builtin_log(x);
  double y = __builtin_sqrt(-target);
  for (int step = 0; step < 8; ++step) {
    const double value = __builtin_erfc(y);
    y += (__builtin_log(value) - target) * value / (two_over_sqrt_pi * __builtin_exp(-y * y));
  }
  return y;
}
/// exp(x * x) * erfc(x); for large x by its continued fraction (Abramowitz and Stegun, 7.1.14).
inline double erfcx(double x) {
  if (x < 20.0) return __builtin_exp(x * x) * __builtin_erfc(x);
  double fraction = x;
  for (int k = 30; k > 0; --k) fraction = x + 0.5 * k / fraction;
  return 0.56418958354775628695 / fraction;
}
inline double normcdfinv(double x) { return -1.41421356237309504880 * erfcinv(2.0 * x); }
inline double rhypot(double x, double y) { return 1.0 / __builtin_hypot(x, y); }
inline double norm3d(double x, double y, double z) {
  return __builtin_hypot(__builtin_hypot(x, y), z);
}
inline double norm4d(double x, double y, double z, double w) {
  return __builtin_hypot(norm3d(x, y, z), w);
}
inline double rnorm3d(double x, double y, double z) { return 1.0 / norm3d(x, y, z); }
inline double rnorm4d(double x, double y, double z, double w) { return 1.0 / norm4d(x, y, z, w); }
inline double norm(int count, const double* x) {
  double sum = 0;
  for (int i = 0; i < count; ++i) sum = __builtin_hypot(sum, x[i]);
  return sum;
}
inline double rnorm(int count, const double* x) { return 1.0 / norm(count, x); }
/// The power series, whose terms are all positive.
inline double cyl_bessel_i0(double x) {
  double sum = 1, term = 1;
  for (int k = 1; term > sum * 1e-17; ++k) sum += term *= x * x / (4.0 * k * k);
  return sum;
}
inline double cyl_bessel_i1(double x) {
  double sum = x / 2, term = x / 2;
  for (int k = 1; __builtin_fabs(term) > __builtin_fabs(sum) * 1e-17; ++k) {
    sum += term *= x * x / (4.0 * k * (k + 1));
  }
  return sum;
}

inline float erfcinvf(float x) { return float(erfcinv(double(x))); }
inline float erfcxf(float x) { return float(erfcx(double(x))); }
inline float normcdfinvf(float x) { return float(normcdfinv(double(x))); }
inline float rhypotf(float x, float y) { return float(rhypot(double(x), double(y))); }
inline float norm3df(float x, float y, float z) { return float(norm3d(x, y, z)); }
inline float norm4df(float x, float y, float z, float w) { return float(norm4d(x, y, z, w)); }
inline float rnorm3df(float x, float y, float z) { return float(rnorm3d(x, y, z)); }
inline float rnorm4df(float x, float y, float z, float w) { return float(rnorm4d(x, y, z, w)); }
inline float normf(int count, const float* x) {
  double sum = 0;
  for (int i = 0; i < count; ++i) sum += double(x[i]) * double(x[i]);
  return float(__builtin_sqrt(sum));
}
inline float rnormf(int count, const float* x) { return 1.0f / normf(count, x); }
inline float cyl_bessel_i0f(float x) { return float(cyl_bessel_i0(double(x))); }
inline float cyl_bessel_i1f(float x) { return float(cyl_bessel_i1(double(x))); }

inline float scalbln(float x, long exponent) { return scalblnf(x, exponent); }
inline float remquo(float x, float y, int* quotient) { return remquof(x, y, quotient); }
#include <duet/spelling/vendor/math/float_math.hpp>
