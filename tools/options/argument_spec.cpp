#include "argument_spec.hpp"

#include <charconv>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <limits>

#include <fmt/format.h>
#include <duet/float16.hpp>

#include "support/npy.hpp"
#include "support/usage_error.hpp"

namespace duet::tool {
namespace {

[[noreturn]] void fail(std::string_view text, const std::string& reason) {
  throw UsageError(fmt::format("argument '{}': {}", text, reason));
}

template <typename T>
std::vector<std::byte> to_bytes(T value) {
  std::vector<std::byte> bytes(sizeof(T));
  std::memcpy(bytes.data(), &value, sizeof(T));
  return bytes;
}

template <typename T>
std::vector<std::byte> parse_integer(std::string_view text, std::string_view value) {
  const auto out_of_range = [text] {
    fail(text, fmt::format("out of range, {} to {}", std::numeric_limits<T>::min(),
                           std::numeric_limits<T>::max()));
  };
  const bool negative = value.starts_with('-');
  std::string_view digits = value.substr(negative ? 1 : 0);
  const bool hexadecimal = digits.starts_with("0x") || digits.starts_with("0X");
  if (hexadecimal) digits.remove_prefix(2);
  std::uint64_t magnitude = 0;
  const char* last = digits.data() + digits.size();
  const auto [end, error] = std::from_chars(digits.data(), last, magnitude, hexadecimal ? 16 : 10);
  if (error == std::errc::invalid_argument || end != last) fail(text, "not an integer");
  if (error == std::errc::result_out_of_range) out_of_range();

  constexpr auto greatest = static_cast<std::uint64_t>(std::numeric_limits<T>::max());
  const std::uint64_t limit = !negative ? greatest : std::is_signed_v<T> ? greatest + 1 : 0;
  if (magnitude > limit) out_of_range();
  return to_bytes(static_cast<T>(negative ? 0 - magnitude : magnitude));
}

template <typename T>
T parse_real(std::string_view text, std::string_view value) {
  T number = 0;
  const char* last = value.data() + value.size();
  const auto [end, error] = std::from_chars(value.data(), last, number);
  if (error == std::errc::invalid_argument || end != last)
    fail(text, "not a number; examples: 2.5, -1e-3, inf, nan");
  if (error == std::errc::result_out_of_range) fail(text, "too large or too small for the type");
  return number;
}

/// @tparam T  half or bfloat16
template <typename T>
std::vector<std::byte> parse_float16(std::string_view text, std::string_view value) {
  const auto number = parse_real<double>(text, value);
  const T rounded(number);
  const bool overflow = std::isfinite(number) && std::isinf(static_cast<float>(rounded));
  const bool underflow = number != 0 && rounded == 0;
  if (overflow || underflow) fail(text, "too large or too small for the type");
  return to_bytes(rounded);
}

std::vector<std::byte> parse_bool(std::string_view text, std::string_view value) {
  if (value == "true" || value == "1") return to_bytes(true);
  if (value == "false" || value == "0") return to_bytes(false);
  fail(text, "write true, false, 1 or 0");
}

ScalarArgument parse_scalar(std::string_view text, ElementType type, std::string_view value) {
  const auto parse = [&]() -> std::vector<std::byte> {
    switch (type) {
      case ElementType::boolean: return parse_bool(text, value);
      case ElementType::i8: return parse_integer<std::int8_t>(text, value);
      case ElementType::i16: return parse_integer<std::int16_t>(text, value);
      case ElementType::i32: return parse_integer<std::int32_t>(text, value);
      case ElementType::i64: return parse_integer<std::int64_t>(text, value);
      case ElementType::u8: return parse_integer<std::uint8_t>(text, value);
      case ElementType::u16: return parse_integer<std::uint16_t>(text, value);
      case ElementType::u32: return parse_integer<std::uint32_t>(text, value);
      case ElementType::u64: return parse_integer<std::uint64_t>(text, value);
      case ElementType::f16: return parse_float16<half>(text, value);
      case ElementType::bf16: return parse_float16<bfloat16>(text, value);
      case ElementType::f32: return to_bytes(parse_real<float>(text, value));
      case ElementType::f64: return to_bytes(parse_real<double>(text, value));
      case ElementType::c64:
      case ElementType::c128: break;
    }
    fail(text, "complex numbers can only be passed as arrays");
  };
  return {type, parse()};
}

std::vector<std::size_t> parse_shape(std::string_view text, std::string_view shape) {
  std::vector<std::size_t> extents;
  for (std::string_view rest = shape;;) {
    const std::size_t cross = rest.find('x');
    const std::string_view digits = rest.substr(0, cross);
    const char* last = digits.data() + digits.size();
    std::size_t extent = 0;
    const auto [end, error] = std::from_chars(digits.data(), last, extent);
    if (error == std::errc::result_out_of_range) fail(text, "the shape is too large");
    if (error != std::errc{} || end != last)
      fail(text, fmt::format("'{}' is not a shape; examples: 1024, 32x32", shape));
    extents.push_back(extent);
    if (cross == std::string_view::npos) return extents;
    rest.remove_prefix(cross + 1);
  }
}

ArrayArgument parse_output(std::string_view text, std::string_view rest) {
  // From the right, so that the path may contain colons.
  const std::size_t second = rest.rfind(':');
  const std::size_t first =
      second == std::string_view::npos || second == 0 ? second : rest.rfind(':', second - 1);
  if (first == std::string_view::npos || first == 0 || second == 0)
    fail(text, "write out:FILE:TYPE:SHAPE, such as out:y.npy:f32:1024");
  const std::string_view name = rest.substr(first + 1, second - first - 1);
  const auto type = find_element_type(name);
  if (!type)
    fail(text,
         fmt::format("'{}' is not an element type; the types are {}", name, element_type_names()));
  ArrayArgument argument{{}, std::string(rest.substr(0, first)), *type, {}};
  argument.shape = parse_shape(text, rest.substr(second + 1));
  try {
    array_bytes(argument.type, argument.shape);
  } catch (const UsageError& error) {
    fail(text, error.what());
  }
  return argument;
}

ArrayArgument parse_in_out(std::string_view text, std::string_view rest) {
  const std::size_t colon = rest.find(':');
  if (colon == std::string_view::npos || colon == 0 || colon + 1 == rest.size() ||
      rest.find(':', colon + 1) != std::string_view::npos)
    fail(text, "write inout:FILE:RESULT, such as inout:y.npy:y2.npy");
  return {std::string(rest.substr(0, colon)), std::string(rest.substr(colon + 1)), {}, {}};
}

}  // namespace

ArgumentSpec parse_argument(std::string_view text) {
  const std::size_t colon = text.find(':');
  const std::string_view kind = text.substr(0, colon);
  const std::string_view rest = colon == std::string_view::npos ? "" : text.substr(colon + 1);
  if (colon != std::string_view::npos) {
    if (kind == "in") {
      if (rest.empty()) fail(text, "write in:FILE, such as in:x.npy");
      return ArrayArgument{std::string(rest), {}, {}, {}};
    }
    if (kind == "out") return parse_output(text, rest);
    if (kind == "inout") return parse_in_out(text, rest);
    if (const auto type = find_element_type(kind)) return parse_scalar(text, *type, rest);
  }
  fail(text,
       "unknown form; write a scalar such as f32:2.5, or in:FILE, out:FILE:TYPE:SHAPE, "
       "inout:FILE:RESULT");
}

std::string argument_help() {
  return "ARG is one kernel argument:\n"
         "  TYPE:VALUE           a scalar: bool i8 i16 i32 i64 u8 u16 u32 u64 f16 bf16 f32 f64\n"
         "  in:FILE              an array from a .npy file\n"
         "  out:FILE:TYPE:SHAPE  an array of zeroes, written to a .npy file after the run;\n"
         "                       SHAPE is a number of elements or extents such as 32x32\n"
         "  inout:FILE:RESULT    an array from a .npy file, written to RESULT after the run";
}

}  // namespace duet::tool
