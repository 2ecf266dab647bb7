#pragma once

#include <duet/device/float8.hpp>
#include <duet/device/vendor/cuda/warpgroup/macros.hpp>

namespace duet::vendor {

template <>
inline constexpr bool has_short_sums<float8_e4m3> = true;
template <>
inline constexpr bool has_short_sums<float8_e5m2> = true;

DUET_WARPGROUP_MULTIPLIES(DUET_MULTIPLY_FLOAT8, "f", float8_e4m3, "e4m3")
DUET_WARPGROUP_MULTIPLIES(DUET_MULTIPLY_FLOAT8, "f", float8_e5m2, "e5m2")

}  // namespace duet::vendor
