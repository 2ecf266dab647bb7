#pragma once

#include <duet/device/integers.hpp>
#include <duet/device/vendor/cuda/warpgroup/macros.hpp>

namespace duet::vendor {

DUET_WARPGROUP_MULTIPLIES(DUET_MULTIPLY_BYTES, "r", int8_t, "s8")
DUET_WARPGROUP_MULTIPLIES(DUET_MULTIPLY_BYTES, "r", uint8_t, "u8")

}  // namespace duet::vendor
