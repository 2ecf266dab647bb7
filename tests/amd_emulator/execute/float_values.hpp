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

/// Towards zero; the nearest value of the type for numbers out of its range, 0 for NaN.
template <typename T, typename F>
inline T to_integer(F a) {
  constexpr double least = static_cast<double>(std::numeric_limits<T>::min());
  constexpr double greatest = static_cast<double>(std::numeric_limits<T>::max());
  const auto value = static_cast<double>(a);
  if (std::isnan(value)) return 0;
  if (value <= least) return std::numeric_limits<T>::min();
  if (value >= greatest) return std::numeric_limits<T>::max();
  return static_cast<T>(value);
}

/// Drops the digits beyond a half's.
inline half half_toward_zero(float a) {
  half result = static_cast<half>(a);
  if (std::isnan(a)) return result;
  const float back = static_cast<float>(result);
  if (std::fabs(back) <= std::fabs(a)) return result;
  return std::bit_cast<half>(static_cast<u16>(std::bit_cast<u16>(result) - 1));
}

/// Sums and products of halves are exact as doubles, or rounded far below.
template <typename T>
inline T sum(T a, T b) {
  if constexpr (std::is_same_v<T, half>)
    return static_cast<half>(static_cast<double>(a) + static_cast<double>(b));
  else
    return a + b;
}

template <typename T>
inline T product(T a, T b) {
  if constexpr (std::is_same_v<T, half>)
    return static_cast<half>(static_cast<double>(a) * static_cast<double>(b));
  else
    return a * b;
}

/// IEEE 754-2019's minimum and maximum: NaN if one is NaN.
template <typename T>
inline T minimum(T a, T b) {
  return is_nan(a) || is_nan(b) ? static_cast<T>(NAN) : min_number(a, b);
}

template <typename T>
inline T maximum(T a, T b) {
  return is_nan(a) || is_nan(b) ? static_cast<T>(NAN) : max_number(a, b);
}

/// Subnormal numbers become zeros of their sign.
inline float flushed(float a) {
  return std::fabs(a) < std::numeric_limits<float>::min() ? std::copysign(0.0F, a) : a;
}

}  // namespace amd_emulator
