#pragma once

#include <cmath>
#include <limits>
#include <numbers>

// Reference functions that the host's library lacks, in `long double`.

namespace duet::test {

inline long double reference_sigmoid(long double x) {
  return x < 0 ? std::exp(x) / (1 + std::exp(x)) : 1 / (1 + std::exp(-x));
}

/// Halley's method on erf, or on erfc if that is small. It starts above the solution.
inline long double reference_erfinv(long double x) {
  const long double size = std::fabs(x);
  const long double half_sqrt_pi = 0.5L / std::numbers::inv_sqrtpi_v<long double>;
  if (!(size < 1)) return size == 1 ? std::copysign(HUGE_VALL, x) : std::nanl("");
  if (size < 1e-12L) return x * half_sqrt_pi;
  long double y = std::sqrt(-std::log1p(-size));
  for (int step = 0; step < 30; ++step) {
    const long double excess = size < 0.5L ? std::erf(y) - size : (1 - size) - std::erfc(y);
    const long double newton = excess * half_sqrt_pi * std::exp(y * y);
    const long double change = newton / (1 + y * newton);
    y -= change;
    if (std::fabs(change) < 1e-15L * y) break;
  }
  return std::copysign(y, x);
}

/// Abramowitz and Stegun: the recurrence 6.3.5 to reach arguments for which 6.3.18 needs few terms,
/// and the reflection formula 6.3.7 for negative numbers. The error is about 2^-60 times the larger
/// of 1 and the result.
inline long double reference_digamma(long double x) {
  if (x == 0) return -std::copysign(HUGE_VALL, x);
  if (x < 0) {
    const long double angle = std::numbers::pi_v<long double> * (x - std::nearbyint(x));
    if (angle == 0) return std::nanl("");
    return reference_digamma(1 - x) -
           std::numbers::pi_v<long double> * std::cos(angle) / std::sin(angle);
  }
  long double sum = 0;
  for (; x < 40; ++x) sum += 1 / x;
  const long double square = 1 / (x * x);
  const long double series =
      1 / 12.0L -
      square * (1 / 120.0L - square * (1 / 252.0L - square * (1 / 240.0L - square * (1 / 132.0L))));
  return std::log(x) - 1 / (2 * x) - square * series - sum;
}

inline long double reference_log_add_exp(long double a, long double b) {
  if (a == b) return a + std::numbers::ln2_v<long double>;
  return std::fmax(a, b) + std::log1p(std::exp(-std::fabs(a - b)));
}

/// The remainder with the sign of the divisor.
inline long double reference_remainder(long double a, long double b) {
  const long double rest = std::fmod(a, b);
  if (rest == 0) return std::copysign(rest, b);
  return (rest < 0) != (b < 0) ? rest + b : rest;
}

inline long double reference_floor_divide(long double a, long double b) {
  if (b == 0) return a / b;
  const long double rest = std::fmod(a, b), quotient = (a - rest) / b;
  if (rest != 0 && (rest < 0) != (b < 0)) return std::nearbyint(quotient) - 1;
  return std::copysign(std::nearbyint(quotient), a / b);
}

}  // namespace duet::test
