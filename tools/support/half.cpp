#include "half.hpp"

#include <cmath>
#include <limits>

namespace duet::tool {

std::uint16_t to_half(double value) noexcept {
  const unsigned sign = std::signbit(value) ? 0x8000u : 0u;
  const auto bits = [sign](unsigned magnitude) {
    return static_cast<std::uint16_t>(sign | magnitude);
  };
  if (std::isnan(value)) return bits(0x7e00);
  if (std::isinf(value)) return bits(0x7c00);
  const double magnitude = std::fabs(value);
  // Below 2^-14 numbers are multiples of 2^-24; rounding up into the normal range carries right.
  if (magnitude < 0x1p-14) return bits(static_cast<unsigned>(std::nearbyint(magnitude * 0x1p24)));
  int exponent = 0;
  auto digits = static_cast<unsigned>(std::nearbyint(std::frexp(magnitude, &exponent) * 2048));
  if (digits == 2048) {
    digits = 1024;
    ++exponent;
  }
  if (exponent > 16) return bits(0x7c00);
  return bits((static_cast<unsigned>(exponent + 14) << 10) | (digits - 1024));
}

double from_half(std::uint16_t bits) noexcept {
  const int exponent = (bits >> 10) & 31;
  const int digits = bits & 1023;
  double magnitude = 0;
  if (exponent == 31)
    magnitude = digits == 0 ? std::numeric_limits<double>::infinity()
                            : std::numeric_limits<double>::quiet_NaN();
  else if (exponent == 0)
    magnitude = std::ldexp(digits, -24);
  else
    magnitude = std::ldexp(digits + 1024, exponent - 25);
  return (bits & 0x8000) != 0 ? -magnitude : magnitude;
}

}  // namespace duet::tool
