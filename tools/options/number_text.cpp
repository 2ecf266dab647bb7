#include "number_text.hpp"

#include <charconv>
#include <cmath>
#include <complex>
#include <cstdint>
#include <cstring>
#include <limits>
#include <type_traits>

#include <fmt/format.h>

#include "support/usage_error.hpp"
#include "support/with_type.hpp"

namespace duet::tool {
namespace {

template <typename T>
T parse_integer(std::string_view text) {
  const auto fail_range = [] {
    throw UsageError(fmt::format("out of range, {} to {}", std::numeric_limits<T>::min(),
                                 std::numeric_limits<T>::max()));
  };
  const bool negative = text.starts_with('-');
  std::string_view digits = text.substr(negative ? 1 : 0);
  const bool hexadecimal = digits.starts_with("0x") || digits.starts_with("0X");
  if (hexadecimal) digits.remove_prefix(2);
  std::uint64_t magnitude = 0;
  const char* last = digits.data() + digits.size();
  const auto [end, error] = std::from_chars(digits.data(), last, magnitude, hexadecimal ? 16 : 10);
  if (error == std::errc::invalid_argument || end != last)
    throw UsageError(fmt::format("'{}' is not an integer", text));
  if (error == std::errc::result_out_of_range) fail_range();

  constexpr auto greatest = static_cast<std::uint64_t>(std::numeric_limits<T>::max());
  const std::uint64_t limit = !negative ? greatest : std::is_signed_v<T> ? greatest + 1 : 0;
  if (magnitude > limit) fail_range();
  return static_cast<T>(negative ? 0 - magnitude : magnitude);
}

template <typename T>
T parse_real(std::string_view text) {
  T number = 0;
  const char* last = text.data() + text.size();
  const auto [end, error] = std::from_chars(text.data(), last, number);
  if (error == std::errc::invalid_argument || end != last)
    throw UsageError(fmt::format("'{}' is not a number; examples: 2.5, -1e-3, inf, nan", text));
  if (error == std::errc::result_out_of_range)
    throw UsageError(fmt::format("'{}' is too large or too small for the type", text));
  return number;
}

/// @tparam T  half or bfloat16
template <typename T>
T parse_float16(std::string_view text) {
  const auto number = parse_real<double>(text);
  const T rounded(number);
  const bool overflow = std::isfinite(number) && std::isinf(static_cast<float>(rounded));
  const bool underflow = number != 0 && rounded == 0;
  if (overflow || underflow)
    throw UsageError(fmt::format("'{}' is too large or too small for the type", text));
  return rounded;
}

bool parse_bool(std::string_view text) {
  if (text == "true" || text == "1") return true;
  if (text == "false" || text == "0") return false;
  throw UsageError(fmt::format("'{}' is not a bool; write true, false, 1 or 0", text));
}

template <typename T>
std::complex<T> parse_complex(std::string_view text) {
  const std::size_t comma = text.find(',');
  const T real = parse_real<T>(text.substr(0, comma));
  if (comma == std::string_view::npos) return {real, 0};
  return {real, parse_real<T>(text.substr(comma + 1))};
}

bool parse_as(bool, std::string_view text) { return parse_bool(text); }
half parse_as(half, std::string_view text) { return parse_float16<half>(text); }
bfloat16 parse_as(bfloat16, std::string_view text) { return parse_float16<bfloat16>(text); }
template <typename T>
std::complex<T> parse_as(std::complex<T>, std::string_view text) {
  return parse_complex<T>(text);
}
template <typename T>
T parse_as(T, std::string_view text) {
  if constexpr (std::is_integral_v<T>) {
    return parse_integer<T>(text);
  } else {
    return parse_real<T>(text);
  }
}

}  // namespace

std::vector<std::byte> parse_number(ElementType type, std::string_view text) {
  return with_type(type, [text](auto zero) {
    const auto number = parse_as(zero, text);
    std::vector<std::byte> bytes(sizeof number);
    std::memcpy(bytes.data(), &number, sizeof number);
    return bytes;
  });
}

}  // namespace duet::tool
