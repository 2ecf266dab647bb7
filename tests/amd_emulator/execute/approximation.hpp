#pragma once

#include <cmath>

#include "base/approximation.hpp"
#include "execute/values.hpp"

// The results of instructions that approximate functions. AMD's documents bound their errors: one
// unit in the last place for float, 0.51 for half, 2^29 for double.

namespace amd_emulator {

template <typename T>
inline constexpr double greatest_error = sizeof(T) == 8   ? 0x1p29
                                         : sizeof(T) == 4 ? 1.0
                                                          : 0.51;

template <typename T>
inline constexpr int fraction_digits = sizeof(T) == 8   ? 52
                                       : sizeof(T) == 4 ? 23
                                                        : 10;

template <typename T>
inline constexpr int least_exponent = sizeof(T) == 8   ? -1022
                                      : sizeof(T) == 4 ? -126
                                                       : -14;

/// The neighbour of a finite number that is not zero, away from or towards zero.
template <typename T>
inline T neighbour(T value, bool away) {
  const u64 bits = to_bits(value);
  return from_bits<T>(away ? bits + 1 : bits - 1);
}

/// The nearest value, or with another setting of this thread an end of the range.
/// @param error  the greatest error; 0: in units in the last place, that of the type
template <typename T>
inline T approximated(double exact, double error = 0) {
  const T nearest = static_cast<T>(exact);
  const Approximation end = thread_approximation();
  if (end == Approximation::nearest || !std::isfinite(static_cast<double>(nearest)) || exact == 0 ||
      (sizeof(T) < 8 && static_cast<double>(nearest) == exact))
    return nearest;
  if (error == 0) {
    const int power = std::max(std::ilogb(exact), least_exponent<T>) - fraction_digits<T>;
    error = std::ldexp(greatest_error<T>, power);
  }
  const bool up = end == Approximation::greatest;
  const double bound = up ? exact + error : exact - error;
  T result = static_cast<T>(bound);
  if (result == T{0} || !std::isfinite(static_cast<double>(result))) return nearest;
  // Rounded into the range.
  const auto wide = static_cast<double>(result);
  if (up ? wide > bound : wide < bound) result = neighbour(result, (wide > 0) != up);
  return result;
}

}  // namespace amd_emulator
