#pragma once

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>

#include "float16_reference.hpp"

namespace duet::test {

/// Properties of a floating-point type T: its name in kernels, the number of significant bits, the
/// exponents of the smallest and largest normal powers of two, the integer type of its size, and
/// the type in which operations are computed.
template <typename T>
struct NumberFormat;
template <typename T>
struct NumberFormat16 {
  static constexpr const char* name = Reference16<T>::name;
  static constexpr int digits = Reference16<T>::digits;
  static constexpr int least = Reference16<T>::least_exponent;
  static constexpr int greatest = Reference16<T>::greatest_exponent;
  using Bits = std::uint16_t;
  using Computed = float;
};
template <>
struct NumberFormat<half> : NumberFormat16<half> {};
template <>
struct NumberFormat<bfloat16> : NumberFormat16<bfloat16> {};
template <>
struct NumberFormat<float> {
  static constexpr const char* name = "float";
  static constexpr int digits = 24, least = -126, greatest = 127;
  using Bits = std::uint32_t;
  using Computed = float;
};
template <>
struct NumberFormat<double> {
  static constexpr const char* name = "double";
  static constexpr int digits = 53, least = -1022, greatest = 1023;
  using Bits = std::uint64_t;
  using Computed = double;
};

template <typename T>
T from_bits(typename NumberFormat<T>::Bits bits) {
  return std::bit_cast<T>(bits);
}

inline double value(float x) { return static_cast<double>(x); }
inline double value(double x) { return x; }
inline double value(half x) { return decoded(x); }
inline double value(bfloat16 x) { return decoded(x); }

/// Rounds x to the nearest number of type T.
template <typename T>
T rounded_to(long double x) {
  if constexpr (sizeof(T) == 2) {
    return T(nearest<T>(x));
  } else {
    return static_cast<T>(x);
  }
}

/// The distance of neighbouring numbers of type T near x: one unit in the last place.
template <typename T>
long double spacing(long double x) {
  using Format = NumberFormat<T>;
  const int exponent = x == 0 ? Format::least : std::ilogb(x);
  return std::ldexp(1.0L,
                    std::clamp(exponent, Format::least, Format::greatest) - Format::digits + 1);
}

/// Clamps x to the first power of two beyond the range of T. Infinity counts as that number, so
/// that a result that overflows is as wrong as its distance from there.
template <typename T>
long double limited(long double x) {
  const long double limit = std::ldexp(1.0L, NumberFormat<T>::greatest + 1);
  return std::clamp(x, -limit, limit);
}

}  // namespace duet::test
