#pragma once

namespace duet::vendor {

// hiprtc lacks overloads of the first three for float.
__device__ inline float erfinv(float x) { return ::erfinvf(x); }
__device__ inline double erfinv(double x) { return ::erfinv(x); }
__device__ inline float exp10(float x) { return ::exp10f(x); }
__device__ inline double exp10(double x) { return ::exp10(x); }
__device__ inline float rsqrt(float x) { return ::rsqrtf(x); }
__device__ inline double rsqrt(double x) { return ::rsqrt(x); }
using ::lgamma;

/// The instruction that hiprtc 5.2.3 uses for it takes subnormal numbers for zeros.
__device__ inline float sqrt(float x) {
  const bool small = x < 0x1p-96f;
  const float root = ::sqrtf(small ? x * 0x1p+32f : x);
  return small ? root * 0x1p-16f : root;
}
__device__ inline double sqrt(double x) { return ::sqrt(x); }

/// ROCm's function for float has an error of 2.2 units in the last place above 0.5, if the
/// instruction for the square root is as inaccurate as AMD's documents allow. There asin(x) is
/// pi/2 - 2 asin(r) with r = sqrt((1 - x) / 2); the rest of the square root is added.
__device__ inline float asin(float x) {
  const float size = ::fabsf(x);
  if (!(size > 0.5f) || size > 1) return ::asinf(x);
  const float square = 0.5f - 0.5f * size;
  const float root = ::sqrtf(square);
  const float rest = size == 1 ? 0 : ::fmaf(-root, root, square) / root;
  // (asin(r) - r) / r^3 for r^2 up to 0.25, by Chebyshev's polynomials; error 4e-9.
  constexpr float coefficients[] = {0x1.13fed4p-5f, 0x1.18f91ep-6f, 0x1.fd8da2p-6f,
                                    0x1.6d5bbap-5f, 0x1.333430p-4f, 0x1.555556p-3f};
  float sum = 0;
#pragma unroll
  for (int i = 0; i < 6; ++i) sum = ::fmaf(sum, square, coefficients[i]);
  constexpr float half_pi = 0x1.921fb6p+0f, rest_of_half_pi = -0x1.777a5cp-25f;
  const float small = ::fmaf(2 * root, square * sum, rest - rest_of_half_pi);
  return ::copysignf(half_pi - (2 * root + small), x);
}
__device__ inline double asin(double x) { return ::asin(x); }

/// ROCm's function for float has errors of more than 100 units in the last place below -20, and
/// returns 0 below -31.4.
__device__ inline float tgamma(float x) { return float(::tgamma(double(x))); }
__device__ inline double tgamma(double x) { return ::tgamma(x); }

// ROCm's functions lose the sign of a zero.
__device__ inline float expm1(float x) { return x == 0 ? x : ::expm1f(x); }
__device__ inline float log1p(float x) { return x == 0 ? x : ::log1pf(x); }
__device__ inline double log1p(double x) { return x == 0 ? x : ::log1p(x); }
__device__ inline float nextafter(float x, float y) {
  if (x == y) return y;
  const float next = ::nextafterf(x, y);
  return next == 0 ? ::copysignf(next, x) : next;
}
__device__ inline double nextafter(double x, double y) {
  if (x == y) return y;
  const double next = ::nextafter(x, y);
  return next == 0 ? ::copysign(next, x) : next;
}

/// ROCm's function has an error of 1.75 units in the last place near 0.36. In the Taylor series all
/// terms from the second on are small against the first, so that their roundings hardly count.
__device__ inline double expm1(double x) {
  if (x == 0) return x;
  if (!(::fabs(x) < 0.5)) return ::expm1(x);
  constexpr double inverse_factorials[] = {0x1p-1,
                                           0x1.5555555555555p-3,
                                           0x1.5555555555555p-5,
                                           0x1.1111111111111p-7,
                                           0x1.6c16c16c16c17p-10,
                                           0x1.a01a01a01a01ap-13,
                                           0x1.a01a01a01a01ap-16,
                                           0x1.71de3a556c734p-19,
                                           0x1.27e4fb7789f5cp-22,
                                           0x1.ae64567f544e4p-26,
                                           0x1.1eed8eff8d898p-29,
                                           0x1.6124613a86d09p-33,
                                           0x1.93974a8c07c9dp-37,
                                           0x1.ae7f3e733b81fp-41,
                                           0x1.ae7f3e733b81fp-45,
                                           0x1.952c77030ad4ap-49};
  double sum = 0;
#pragma unroll
  for (int i = 15; i >= 0; --i) sum = ::fma(sum, x, inverse_factorials[i]);
  return x + x * x * sum;
}

}  // namespace duet::vendor
