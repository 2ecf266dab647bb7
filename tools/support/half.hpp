#pragma once

#include <cstdint>

namespace duet::tool {

/// The IEEE binary16 number nearest to `value` (ties to even), as bits; too large gives infinity.
std::uint16_t to_half(double value) noexcept;

/// The value of an IEEE binary16 number, which is exact.
double from_half(std::uint16_t bits) noexcept;

}  // namespace duet::tool
