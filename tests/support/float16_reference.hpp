#pragma once

#include <gtest/gtest.h>
#include <duet/float16.hpp>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <random>
#include <string>
#include <type_traits>
#include <vector>

namespace duet::test {

/// Parameters of a 16-bit format. The functions below decode and round by scaling and by the host's
/// rounding to integers; they share no code with duet's types.
template <typename T>
struct Reference16;

template <>
struct Reference16<half> {
  static constexpr int digits = 11, least_exponent = -14, greatest_exponent = 15;
  static constexpr const char* name = "duet::half";
};
template <>
struct Reference16<bfloat16> {
  static constexpr int digits = 8, least_exponent = -126, greatest_exponent = 127;
  static constexpr const char* name = "duet::bfloat16";
};

/// The types of typed tests, and their names.
using Types16 = testing::Types<half, bfloat16>;
struct Names16 {
  template <typename T>
  static std::string GetName(int) {
    return std::is_same_v<T, half> ? "half" : "bfloat16";
  }
};

/// Decodes the bits of a number.
template <typename T>
double decoded(T number) {
  using Reference = Reference16<T>;
  const int bits = number.bits() & 0x7fff, fraction_bits = Reference::digits - 1;
  const int field = bits >> fraction_bits, fraction = bits & ((1 << fraction_bits) - 1);
  double value = std::ldexp(fraction, Reference::least_exponent - fraction_bits);
  if (field > Reference::greatest_exponent - Reference::least_exponent + 1) {
    value = fraction == 0 ? HUGE_VAL : std::nan("");
  } else if (field > 0) {
    value = std::ldexp(fraction + (1 << fraction_bits),
                       field - 1 + Reference::least_exponent - fraction_bits);
  }
  return number.bits() >= 0x8000 ? -value : value;
}

/// Rounds `x` to the nearest `T`, ties to even. Returns its value.
template <typename T>
double nearest(long double x) {
  using Reference = Reference16<T>;
  if (std::isnan(x) || std::isinf(x) || x == 0) return static_cast<double>(x);
  const int exponent = std::max(std::ilogb(x), Reference::least_exponent);
  const int last = exponent - (Reference::digits - 1);
  const long double value = std::ldexp(std::nearbyint(std::ldexp(x, -last)), last);
  const long double limit = std::ldexp(1.0L, Reference::greatest_exponent + 1);
  return static_cast<double>(std::fabs(value) < limit ? value : std::copysign(HUGE_VALL, x));
}

/// False for signalling NaNs.
template <typename T>
bool is_quiet(T number) {
  return !std::isnan(decoded(number)) ||
         (number.bits() & (1u << (Reference16<T>::digits - 2))) != 0;
}

/// All 65,536 numbers.
template <typename T>
std::vector<T> all_numbers() {
  std::vector<T> numbers(0x10000);
  for (unsigned bits = 0; bits < numbers.size(); ++bits) {
    numbers[bits] = T::from_bits(static_cast<std::uint16_t>(bits));
  }
  return numbers;
}

/// Zeros, ones, the smallest and largest numbers and their neighbours, infinities, quiet and
/// signalling NaN.
template <typename T>
std::vector<T> special_numbers() {
  constexpr unsigned normal = 1u << (Reference16<T>::digits - 1);
  constexpr unsigned infinity = 0x8000u - normal;
  constexpr unsigned one = (infinity - normal) / 2 / normal * normal;
  std::vector<T> numbers;
  for (const unsigned bits : {0u,
                              1u,
                              2u,
                              3u,
                              normal / 2,
                              normal - 1,
                              normal,
                              normal + 1,
                              2 * normal + 1,
                              one - normal,
                              one - 1,
                              one,
                              one + 1,
                              one + normal / 2,
                              one + normal,
                              one + normal + 1,
                              one + 3 * normal - 1,
                              infinity - normal,
                              infinity - 2,
                              infinity - 1,
                              infinity,
                              infinity + 1,
                              infinity + normal / 2}) {
    numbers.push_back(T::from_bits(static_cast<std::uint16_t>(bits)));
    numbers.push_back(T::from_bits(static_cast<std::uint16_t>(bits | 0x8000u)));
  }
  return numbers;
}

/// Numbers with random bits, the same in every run.
template <typename T>
std::vector<T> random_numbers(std::size_t count, unsigned seed) {
  std::mt19937 random(seed);
  std::vector<T> numbers(count);
  for (T& number : numbers) number = T::from_bits(static_cast<std::uint16_t>(random()));
  return numbers;
}

}  // namespace duet::test
