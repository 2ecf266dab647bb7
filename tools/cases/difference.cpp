#include "cases/difference.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <limits>
#include <stdexcept>
#include <type_traits>

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

/// The exponent of the first power of two beyond the range of T.
template <typename T>
constexpr int overflow_exponent = std::numeric_limits<T>::max_exponent;
template <>
constexpr int overflow_exponent<half> = 16;
template <>
constexpr int overflow_exponent<bfloat16> = 128;

double to_double(half value) { return value; }
double to_double(bfloat16 value) { return value; }
double to_double(float value) { return value; }
double to_double(double value) { return value; }

/// The miss of a number that must be equal and is not.
constexpr double infinite_miss = std::numeric_limits<double>::infinity();

/// @param miss  (found, expected, index) → error / allowed error; wrong if more than 1
template <typename T, typename Miss, typename Show>
std::optional<Difference> search(const NpyArray& found, const NpyArray& expected, const Miss& miss,
                                 const Show& show) {
  Difference difference;
  double worst = 0;
  for (std::size_t i = 0; i < expected.bytes.size() / sizeof(T); ++i) {
    const T own = element<T>(found, i);
    const T right = element<T>(expected, i);
    const double off = miss(own, right, i);
    if (off <= 1) continue;
    if (difference.count++ == 0) {
      difference.first = i;
      difference.found = show(own);
      difference.expected = show(right);
    }
    if (off <= worst) continue;
    worst = off;
    difference.worst = i;
    difference.worst_found = show(own);
    difference.worst_expected = show(right);
  }
  if (difference.count == 0) return std::nullopt;
  return difference;
}

/// The allowed error of each number.
class Allowance {
 public:
  Allowance(const Tolerance& tolerance, const NpyArray* allowed, std::size_t numbers)
      : tolerance_(tolerance), allowed_(allowed) {
    if (allowed == nullptr) return;
    const ElementType type = allowed->type;
    if (type != ElementType::u8 && type != ElementType::f32 && type != ElementType::f64)
      throw std::logic_error("the array of allowed errors is not of type u8, f32 or f64");
    if (allowed->count() != numbers)
      throw std::logic_error("the numbers of allowed errors and of results differ");
  }

  bool is_by_number() const { return allowed_ != nullptr; }

  double of(std::size_t index, double expected) const {
    if (allowed_ == nullptr) return tolerance_.absolute + tolerance_.relative * std::abs(expected);
    if (allowed_->type == ElementType::u8) return element<std::uint8_t>(*allowed_, index);
    return allowed_->type == ElementType::f32 ? to_double(element<float>(*allowed_, index))
                                              : element<double>(*allowed_, index);
  }

 private:
  Tolerance tolerance_;
  const NpyArray* allowed_;
};

template <typename T>
std::optional<Difference> search_integers(const NpyArray& found, const NpyArray& expected,
                                          const NpyArray* allowed) {
  const Allowance allowance({}, allowed, expected.bytes.size() / sizeof(T));
  const auto miss = [&](T a, T b, std::size_t index) -> double {
    if (a == b) return 0;
    const double most = allowance.of(index, 0);
    using Bits = std::make_unsigned_t<T>;
    const auto more = static_cast<Bits>(std::max(a, b)), less = static_cast<Bits>(std::min(a, b));
    const auto off = static_cast<double>(static_cast<Bits>(more - less));
    if (allowed == nullptr) return 1 + off;
    return most > 0 ? off / most : infinite_miss;
  };
  return search<T>(found, expected, miss, [](T value) { return fmt::to_string(value); });
}

template <typename T>
std::optional<Difference> search_reals(const NpyArray& found, const NpyArray& expected,
                                       const Tolerance& tolerance, const NpyArray* allowed) {
  const Allowance allowance(tolerance, allowed, expected.bytes.size() / sizeof(T));
  // With an allowed error for each number, an infinity counts as the first power of two beyond the
  // range: a result that overflows is as wrong as its distance from there.
  const long double beyond = std::ldexp(1.0L, overflow_exponent<T>);
  const auto miss = [&](T own, T right, std::size_t index) -> double {
    const double a = to_double(own);
    const double b = to_double(right);
    if (a == b || (std::isnan(a) && std::isnan(b))) return 0;
    const double most = allowance.of(index, b);
    if (allowance.is_by_number() && std::isinf(most)) return 0;  // any result is allowed
    if (std::isnan(a) || std::isnan(b) || !(most > 0)) return infinite_miss;
    if (!allowance.is_by_number() && (std::isinf(a) || std::isinf(b))) return infinite_miss;
    const long double off =
        std::clamp<long double>(a, -beyond, beyond) - std::clamp<long double>(b, -beyond, beyond);
    return static_cast<double>(std::fabs(off) / most);
  };
  return search<T>(found, expected, miss,
                   [](T value) { return fmt::format("{}", to_double(value)); });
}

}  // namespace

std::optional<Difference> find_difference(const NpyArray& found, const NpyArray& expected,
                                          const Tolerance& tolerance, const NpyArray* allowed) {
  if (found.type != expected.type || found.bytes.size() != expected.bytes.size())
    throw std::logic_error("arrays of different types or sizes are compared");
  switch (expected.type) {
    case ElementType::boolean:
    case ElementType::u8: return search_integers<std::uint8_t>(found, expected, allowed);
    case ElementType::u16: return search_integers<std::uint16_t>(found, expected, allowed);
    case ElementType::u32: return search_integers<std::uint32_t>(found, expected, allowed);
    case ElementType::u64: return search_integers<std::uint64_t>(found, expected, allowed);
    case ElementType::i8: return search_integers<std::int8_t>(found, expected, allowed);
    case ElementType::i16: return search_integers<std::int16_t>(found, expected, allowed);
    case ElementType::i32: return search_integers<std::int32_t>(found, expected, allowed);
    case ElementType::i64: return search_integers<std::int64_t>(found, expected, allowed);
    case ElementType::f16: return search_reals<half>(found, expected, tolerance, allowed);
    case ElementType::bf16: return search_reals<bfloat16>(found, expected, tolerance, allowed);
    // Real and imaginary parts of complex numbers are compared separately.
    case ElementType::f32:
    case ElementType::c64: return search_reals<float>(found, expected, tolerance, allowed);
    case ElementType::f64:
    case ElementType::c128: return search_reals<double>(found, expected, tolerance, allowed);
  }
  throw std::logic_error("unknown type of elements");
}

}  // namespace duet::tool
