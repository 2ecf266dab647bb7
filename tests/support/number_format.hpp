#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstring>

namespace duet::test {

/// The bits of a kernel's duet::half.
struct Half {
  std::uint16_t bits;
};
/// The bits of a kernel's duet::bfloat16.
struct Bfloat16 {
  std::uint16_t bits;
};

/// What is told about a floating-point type T of kernels: its name there, the significant bits, the
/// exponents of its least and greatest powers of two among normal numbers, the type of as many
/// bits, and the type that operations compute in.
template <typename T>
struct NumberFormat;
template <>
struct NumberFormat<Half> {
  static constexpr const char* name = "duet::half";
  static constexpr int digits = 11, least = -14, greatest = 15;
  using Bits = std::uint16_t;
  using Computed = float;
};
template <>
struct NumberFormat<Bfloat16> {
  static constexpr const char* name = "duet::bfloat16";
  static constexpr int digits = 8, least = -126, greatest = 127;
  using Bits = std::uint16_t;
  using Computed = float;
};
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
  static_assert(sizeof(T) == sizeof(bits));
  T number;
  std::memcpy(&number, &bits, sizeof(T));
  return number;
}

inline double value(float x) { return static_cast<double>(x); }
inline double value(double x) { return x; }
inline double value(Bfloat16 x) {
  return value(from_bits<float>(static_cast<std::uint32_t>(x.bits) << 16));
}
inline double value(Half x) {
  const int exponent = x.bits >> 10 & 31, fraction = x.bits & 1023;
  const double sign = (x.bits & 0x8000) != 0 ? -1 : 1;
  if (exponent == 31) return std::copysign(fraction == 0 ? HUGE_VAL : std::nan(""), sign);
  if (exponent == 0) return sign * std::ldexp(fraction, -24);
  return sign * std::ldexp(1024 + fraction, exponent - 25);
}

/// The distance of the numbers of type T around x: a unit in the last place.
template <typename T>
long double spacing(long double x) {
  using Format = NumberFormat<T>;
  const int exponent = x == 0 ? Format::least : std::ilogb(x);
  return std::ldexp(1.0L,
                    std::clamp(exponent, Format::least, Format::greatest) - Format::digits + 1);
}

/// x, or the power of two after the greatest number of type T if it is beyond. Infinity is taken
/// for that, so that a result that overflows is as wrong as it is far from there.
template <typename T>
long double limited(long double x) {
  const long double limit = std::ldexp(1.0L, NumberFormat<T>::greatest + 1);
  return std::clamp(x, -limit, limit);
}

}  // namespace duet::test
