#pragma once

#include <cmath>
#include <limits>

#include "execute/values.hpp"

// Numbers with fewer digits than a float: bfloat16 and the formats of 8 bits.

namespace amd_emulator {

inline float from_bfloat(u32 bits) { return std::bit_cast<float>(bits << 16); }

/// Rounds to the nearest, ties to even.
inline u16 to_bfloat(float value) {
  const u32 bits = std::bit_cast<u32>(value);
  if (value != value) return static_cast<u16>(bits >> 16 | 0x40);
  return static_cast<u16>((bits + 0x7fff + (bits >> 16 & 1)) >> 16);
}

/// A format of 8 bits. `fnuz`: no infinities and no -0, whose bits are the NaN (gfx942). Otherwise
/// those of the Open Compute Project (gfx12): E5M2 has infinities, E4M3 has one NaN a sign.
struct Format8 {
  int exponent_bits;
  int fraction_bits;
  int bias;
  bool fnuz;

  constexpr bool has_infinity() const { return !fnuz && exponent_bits == 5; }
};

inline constexpr Format8 fp8_fnuz{4, 3, 8, true};
inline constexpr Format8 bf8_fnuz{5, 2, 16, true};
inline constexpr Format8 fp8_ocp{4, 3, 7, false};
inline constexpr Format8 bf8_ocp{5, 2, 15, false};

/// @param is_wide  E5M2 instead of E4M3
inline Format8 format_8(bool fnuz, bool is_wide) {
  if (fnuz) return is_wide ? bf8_fnuz : fp8_fnuz;
  return is_wide ? bf8_ocp : fp8_ocp;
}

inline float from_8_bits(u32 bits, const Format8& format) {
  bits &= 0xff;
  const bool negative = (bits & 0x80) != 0;
  const u32 magnitude = bits & 0x7f;
  const u32 fraction = magnitude & ((1U << format.fraction_bits) - 1);
  const u32 exponent = magnitude >> format.fraction_bits;
  const u32 greatest_exponent = (1U << format.exponent_bits) - 1;
  constexpr float nan = std::numeric_limits<float>::quiet_NaN();
  if (format.fnuz && bits == 0x80) return nan;
  if (format.has_infinity() && exponent == greatest_exponent) {
    if (fraction != 0) return nan;
    return negative ? -HUGE_VALF : HUGE_VALF;
  }
  if (!format.fnuz && !format.has_infinity() && magnitude == 0x7f) return nan;
  const u32 digits = exponent == 0 ? fraction : fraction | 1U << format.fraction_bits;
  const int scale = static_cast<int>(exponent == 0 ? 1 : exponent) - format.bias;
  const float value = std::ldexp(static_cast<float>(digits), scale - format.fraction_bits);
  return negative ? -value : value;
}

/// The greatest finite magnitude of a format.
constexpr u32 greatest_8_bits(const Format8& format) {
  if (format.fnuz) return 0x7f;
  return format.has_infinity() ? 0x7b : 0x7e;
}

/// Converts to 8 bits: finite values beyond the greatest become it if `saturates`, otherwise an
/// infinity or NaN.
/// @param noise  32 bits for stochastic rounding: they are added below the last digit; without
///     them the nearest value is chosen, ties to even
inline u32 to_8_bits(float value, const Format8& format, bool saturates,
                     const u32* noise = nullptr) {
  const u32 sign = std::signbit(value) ? 0x80 : 0;
  const u32 nan = format.fnuz ? 0x80 : sign | 0x7f;
  const u32 overflow = format.fnuz ? 0x80 : format.has_infinity() ? sign | 0x7c : sign | 0x7f;
  if (value != value) return nan;
  if (std::isinf(value)) return overflow;
  int exponent = 0;
  const double fraction = std::frexp(std::fabs(static_cast<double>(value)), &exponent);
  if (fraction == 0) return format.fnuz ? 0 : sign;
  const int least = 1 - format.bias;
  const int unit = std::max(exponent - 1, least) - format.fraction_bits;
  const double units = std::ldexp(std::fabs(static_cast<double>(value)), -unit);
  const double whole = noise == nullptr
                           ? __builtin_roundeven(units)
                           : std::floor(units + std::ldexp(static_cast<double>(*noise), -32));
  // The bits count the values from 0 on.
  const auto binades = static_cast<u32>(unit + format.fraction_bits - least);
  const u32 encoded = (binades << format.fraction_bits) + static_cast<u32>(whole);
  if (encoded > greatest_8_bits(format))
    return saturates ? sign | greatest_8_bits(format) : overflow;
  return encoded == 0 && format.fnuz ? 0 : sign | encoded;
}

}  // namespace amd_emulator
