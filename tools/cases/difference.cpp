#include "cases/difference.hpp"

#include <cmath>
#include <cstdint>
#include <cstring>
#include <stdexcept>

#include <fmt/format.h>
#include <duet/float16.hpp>

namespace duet::tool {
namespace {

template <typename T>
T element(const NpyArray& array, std::size_t index) {
  T value;
  std::memcpy(&value, array.bytes.data() + index * sizeof(T), sizeof(T));
  return value;
}

double to_double(half value) { return value; }
double to_double(float value) { return value; }
double to_double(double value) { return value; }

/// @param agree  (found, expected) → whether they are as good as equal
template <typename T, typename Agree, typename Show>
std::optional<Difference> search(const NpyArray& found, const NpyArray& expected,
                                 const Agree& agree, const Show& show) {
  Difference difference;
  for (std::size_t i = 0; i < expected.bytes.size() / sizeof(T); ++i) {
    const T own = element<T>(found, i);
    const T right = element<T>(expected, i);
    if (agree(own, right)) continue;
    if (difference.count++ == 0) {
      difference.first = i;
      difference.found = show(own);
      difference.expected = show(right);
    }
  }
  if (difference.count == 0) return std::nullopt;
  return difference;
}

template <typename T>
std::optional<Difference> search_integers(const NpyArray& found, const NpyArray& expected) {
  return search<T>(
      found, expected, [](T a, T b) { return a == b; },
      [](T value) { return fmt::to_string(value); });
}

template <typename T>
std::optional<Difference> search_reals(const NpyArray& found, const NpyArray& expected,
                                       const Tolerance& tolerance) {
  const auto agree = [&](T own, T right) {
    const double a = to_double(own);
    const double b = to_double(right);
    if (a == b || (std::isnan(a) && std::isnan(b))) return true;
    return std::abs(a - b) <= tolerance.absolute + tolerance.relative * std::abs(b) &&
           std::isfinite(b);
  };
  return search<T>(found, expected, agree,
                   [](T value) { return fmt::format("{}", to_double(value)); });
}

}  // namespace

std::optional<Difference> find_difference(const NpyArray& found, const NpyArray& expected,
                                          const Tolerance& tolerance) {
  if (found.type != expected.type || found.bytes.size() != expected.bytes.size())
    throw std::logic_error("arrays of different types or sizes are compared");
  switch (expected.type) {
    case ElementType::boolean:
    case ElementType::u8: return search_integers<std::uint8_t>(found, expected);
    case ElementType::u16: return search_integers<std::uint16_t>(found, expected);
    case ElementType::u32: return search_integers<std::uint32_t>(found, expected);
    case ElementType::u64: return search_integers<std::uint64_t>(found, expected);
    case ElementType::i8: return search_integers<std::int8_t>(found, expected);
    case ElementType::i16: return search_integers<std::int16_t>(found, expected);
    case ElementType::i32: return search_integers<std::int32_t>(found, expected);
    case ElementType::i64: return search_integers<std::int64_t>(found, expected);
    case ElementType::f16: return search_reals<half>(found, expected, tolerance);
    // The parts of complex numbers are compared one by one.
    case ElementType::f32:
    case ElementType::c64: return search_reals<float>(found, expected, tolerance);
    case ElementType::f64:
    case ElementType::c128: return search_reals<double>(found, expected, tolerance);
  }
  throw std::logic_error("unknown type of elements");
}

}  // namespace duet::tool
