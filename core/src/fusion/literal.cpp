#include "literal.hpp"

#include <fmt/format.h>

#include <cmath>
#include <limits>

#include <duet/error.hpp>

namespace duet::detail {

namespace {

/// In the order of the enumerators of DataType.
constexpr const char* names[] = {"bool",           "duet::int8_t",         "duet::int16_t",
                                 "duet::int32_t",  "duet::int64_t",        "duet::uint8_t",
                                 "duet::uint16_t", "duet::uint32_t",       "duet::uint64_t",
                                 "duet::half",     "duet::bfloat16",       "float",
                                 "double",         "duet::complex<float>", "duet::complex<double>"};

/// Formats in hexadecimal, which is exact.
template <typename T>
std::string real_literal(T value) {
  constexpr bool is_float = std::is_same_v<T, float>;
  const char* const type = is_float ? "float" : "double";
  if (std::isnan(value)) return fmt::format("duet::limits<{}>::quiet_nan()", type);
  if (std::isinf(value)) {
    return fmt::format("{}duet::limits<{}>::infinity()", value < 0 ? "-" : "", type);
  }
  return fmt::format("{:a}{}", value, is_float ? "f" : "");
}

/// Values beyond float's range become infinity, as in kernels.
std::string float_literal(double value) { return real_literal(static_cast<float>(value)); }

struct Range {
  double first;
  double end;  ///< one past the last
};
Range range_of(DataType type) noexcept {
  if (type == DataType::boolean) return {0, 2};
  const int bits = static_cast<int>(size_of(type)) * 8;
  if (type >= DataType::u8) return {0, std::ldexp(1.0, bits)};
  return {-std::ldexp(1.0, bits - 1), std::ldexp(1.0, bits - 1)};
}

}  // namespace

const char* kernel_type(DataType type) noexcept { return names[static_cast<std::size_t>(type)]; }

std::string literal(DataType type, std::complex<double> value) {
  const double real = value.real();
  if (type == DataType::c64) {
    return fmt::format("{}{{{}, {}}}", kernel_type(type), float_literal(real),
                       float_literal(value.imag()));
  }
  if (type == DataType::c128) {
    return fmt::format("{}{{{}, {}}}", kernel_type(type), real_literal(real),
                       real_literal(value.imag()));
  }
  const auto refuse = [&] {
    throw Error(
        ErrorCode::invalid_argument,
        fmt::format("the constant {}{} is not a value of type {}", real,
                    value.imag() != 0 ? fmt::format(" + {}i", value.imag()) : "", name_of(type)));
  };
  if (value.imag() != 0) refuse();
  if (type == DataType::f64) return real_literal(real);
  if (type == DataType::f32) return float_literal(real);
  if (type == DataType::f16 || type == DataType::bf16) {
    // Rounded on the host, so that it is rounded once.
    const float rounded = type == DataType::f16 ? float{half(real)} : float{bfloat16(real)};
    return fmt::format("{}({})", kernel_type(type), real_literal(rounded));
  }
  const Range range = range_of(type);
  if (!(real >= range.first && real < range.end) || real != std::trunc(real)) refuse();
  const bool is_negative = real < 0;
  const auto bits = is_negative ? static_cast<std::uint64_t>(static_cast<std::int64_t>(real))
                                : static_cast<std::uint64_t>(real);
  return integer_literal(type, is_negative, bits);
}

std::string integer_literal(DataType type, bool is_negative, std::uint64_t bits) {
  if (type == DataType::boolean) return bits != 0 ? "true" : "false";
  // The smallest number has no positive counterpart to negate.
  if (is_negative) return fmt::format("{}(-{}ll - 1)", kernel_type(type), ~bits);
  return fmt::format("{}({}ull)", kernel_type(type), bits);
}

}  // namespace duet::detail
