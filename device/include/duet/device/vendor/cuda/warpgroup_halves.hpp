#pragma once

#include <duet/device/bfloat16.hpp>
#include <duet/device/half.hpp>
#include <duet/device/vendor/cuda/warpgroup/macros.hpp>

namespace duet::vendor {

DUET_WARPGROUP_MULTIPLIES(DUET_MULTIPLY_FLOATS, "f", half, "f16")
DUET_WARPGROUP_MULTIPLIES(DUET_MULTIPLY_FLOATS, "f", bfloat16, "bf16")

}  // namespace duet::vendor
