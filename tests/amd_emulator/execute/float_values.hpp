#pragma once

#include <cmath>
#include <limits>

#include "execute/values.hpp"

// Arithmetic of one lane that C++ has no operator for.

namespace amd_emulator {

template <typename T>
inline bool is_nan(T a) {
  return a != a;
}

template <typename T>
inline bool sign_of(T a) {
  return (to_bits(a) >> (8 * sizeof(T) - 1)) != 0;
}

/// Whether it is a NaN whose first digit of the fraction is 0.
template <typename T>
inline bool is_signaling(T a) {
  constexpr unsigned quiet = sizeof(T) == 8 ? 51 : sizeof(T) == 4 ? 22 : 9;
  return is_nan(a) && (to_bits(a) >> quiet & 1) == 0;
}

/// The smaller number; the other one if one is NaN, or NaN if one is a signaling NaN (the mode
/// IEEE, which kernels have). -0 is below +0.
template <typename T>
inline T min_number(T a, T b) {
  if (is_signaling(a) || is_signaling(b)) return static_cast<T>(NAN);
  if (is_nan(a)) return b;
  if (is_nan(b)) return a;
  return a < b || (a == b && sign_of(a)) ? a : b;
}

template <typename T>
inline T max_number(T a, T b) {
  if (is_signaling(a) || is_signaling(b)) return static_cast<T>(NAN);
  if (is_nan(a)) return b;
  if (is_nan(b)) return a;
  return a > b || (a == b && !sign_of(a)) ? a : b;
}

template <typename T>
inline T median(T a, T b, T c) {
  if (is_nan(a) || is_nan(b) || is_nan(c)) return min_number(min_number(a, b), c);
  return max_number(min_number(a, b), min_number(max_number(a, b), c));
}

inline float fused(float a, float b, float c) { return __builtin_fmaf(a, b, c); }
inline double fused(double a, double b, double c) { return __builtin_fma(a, b, c); }

/// The product of two halves is exact as a double. The sum is rounded to odd, so that the result
/// is rounded once.
inline half fused(half a, half b, half c) {
  const double product = static_cast<double>(a) * static_cast<double>(b);
  const auto addend = static_cast<double>(c);
  double sum = product + addend;
  if (!std::isfinite(sum)) return static_cast<half>(sum);
  const double part = sum - product;
  const double error = (product - (sum - part)) + (addend - part);
  const auto bits = std::bit_cast<u64>(sum);
  if (error != 0 && (bits & 1) == 0)
    sum = std::bit_cast<double>((error > 0) == (sum > 0) ? bits + 1 : bits - 1);
  return static_cast<half>(sum);
}

/// Subnormal numbers become zeros of their sign.
inline float flushed(float a) {
  return std::fabs(a) < std::numeric_limits<float>::min() ? std::copysign(0.0F, a) : a;
}

}  // namespace amd_emulator
