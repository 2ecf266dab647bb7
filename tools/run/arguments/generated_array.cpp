#include "generated_array.hpp"

#include <cmath>
#include <complex>
#include <concepts>
#include <cstring>
#include <limits>
#include <random>
#include <type_traits>

#include <fmt/format.h>

#include "support/usage_error.hpp"
#include "support/with_type.hpp"

namespace duet::tool {
namespace {

using Engine = std::mt19937_64;

template <typename T>
constexpr bool is_float16 = std::is_same_v<T, half> || std::is_same_v<T, bfloat16>;
template <typename T>
constexpr bool is_complex = false;
template <typename T>
constexpr bool is_complex<std::complex<T>> = true;

template <typename T>
T number_in(const std::vector<std::byte>& bytes) {
  T number{};
  if (bytes.size() == sizeof(T)) std::memcpy(&number, bytes.data(), sizeof(T));
  return number;
}

/// Significant bits of a floating-point type.
template <typename T>
constexpr int digits = std::numeric_limits<T>::digits;
template <>
constexpr int digits<half> = 11;
template <>
constexpr int digits<bfloat16> = 8;

void check_order(bool is_ordered) {
  if (!is_ordered) throw UsageError("LOW is greater than HIGH, or one is not finite");
}

/// @returns a number from 0 to `most`, all equally likely
std::uint64_t draw(Engine& engine, std::uint64_t most) {
  if (most == Engine::max()) return engine();
  const std::uint64_t count = most + 1;
  const std::uint64_t usable = Engine::max() - Engine::max() % count;
  for (;;)
    if (const std::uint64_t bits = engine(); bits < usable) return bits % count;
}

template <typename T>
T random_number(Engine& engine, T low, T high) {
  if constexpr (is_complex<T>) {
    const auto real = random_number(engine, low.real(), high.real());
    return {real, random_number(engine, low.imag(), high.imag())};
  } else if constexpr (std::is_integral_v<T>) {
    const auto first = static_cast<std::uint64_t>(static_cast<std::int64_t>(low));
    const std::uint64_t bits = draw(engine, static_cast<std::uint64_t>(high) - first);
    return static_cast<T>(first + bits);
  } else {
    const double unit = std::ldexp(static_cast<double>(engine() >> (64 - digits<T>)), -digits<T>);
    const auto from = static_cast<double>(low);
    return static_cast<T>(from + unit * (static_cast<double>(high) - from));
  }
}

template <typename T>
void check_bounds(T low, T high) {
  if constexpr (is_complex<T>) {
    check_bounds(low.real(), high.real());
    check_bounds(low.imag(), high.imag());
  } else if constexpr (std::is_integral_v<T>) {
    check_order(low <= high);
  } else {
    const auto from = static_cast<double>(low);
    const auto to = static_cast<double>(high);
    check_order(std::isfinite(from) && std::isfinite(to) && from <= to && std::isfinite(to - from));
  }
}

/// Returns `start` + `index` * `step`.
template <typename T>
T range_number(T start, T step, std::size_t index) {
  if constexpr (std::is_integral_v<T>) {
    T product{};
    T sum{};
    if (index > static_cast<std::uint64_t>(std::numeric_limits<T>::max()) ||
        __builtin_mul_overflow(step, static_cast<T>(index), &product) ||
        __builtin_add_overflow(start, product, &sum)) {
      throw UsageError(fmt::format("element {} of the range is out of range, {} to {}", index,
                                   std::numeric_limits<T>::min(), std::numeric_limits<T>::max()));
    }
    return sum;
  } else if constexpr (is_complex<T>) {
    return start + step * static_cast<typename T::value_type>(index);
  } else {
    return static_cast<T>(static_cast<double>(start) +
                          static_cast<double>(index) * static_cast<double>(step));
  }
}

template <typename T, std::invocable<std::size_t> Element>
void fill(NpyArray& array, const Element& element) {
  for (std::size_t i = 0; i < array.bytes.size() / sizeof(T); ++i) {
    const T number = element(i);
    std::memcpy(array.bytes.data() + i * sizeof(T), &number, sizeof(T));
  }
}

template <typename T>
void fill(NpyArray& array, const ArrayContent& content, std::uint64_t seed) {
  const T first = number_in<T>(content.first);
  const T second = number_in<T>(content.second);
  switch (content.kind) {
    case ArrayContent::Kind::random: {
      check_bounds(first, second);
      Engine engine(seed);
      return fill<T>(array, [&](std::size_t) { return random_number(engine, first, second); });
    }
    case ArrayContent::Kind::constant: return fill<T>(array, [&](std::size_t) { return first; });
    case ArrayContent::Kind::range:
      if constexpr (!std::is_same_v<T, bool>)
        fill<T>(array, [&](std::size_t i) { return range_number(first, second, i); });
      return;
    case ArrayContent::Kind::zeros:
    case ArrayContent::Kind::file: return;
  }
}

}  // namespace

NpyArray generate_array(const ArrayArgument& array, std::uint64_t seed) {
  NpyArray result{array.type, array.shape, false, {}};
  result.bytes.resize(array_bytes(array.type, array.shape));
  with_type(array.type, [&](auto zero) { fill<decltype(zero)>(result, array.content, seed); });
  return result;
}

}  // namespace duet::tool
