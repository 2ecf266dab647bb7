#pragma once

#include <duet/device/matrix/tf32.hpp>
#include <duet/device/vendor/cuda/warpgroup/macros.hpp>

namespace duet::vendor {

DUET_WARPGROUP_MULTIPLIES(DUET_MULTIPLY_TF32, "f", tf32, "tf32")

}  // namespace duet::vendor
