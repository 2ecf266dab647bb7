#pragma once

#include <duet/device/vendor/select.hpp>

#include DUET_VENDOR_HEADER(approximate)

/// @file
/// Functions that are faster than those of C++, and less accurate.

namespace duet {

/// 2 to the power of x: infinities and NaNs as exp2f, a relative error of 2^-22, and 0 for results
/// below 2^-126.
__device__ inline float approximate_exp2(float x) { return vendor::approximate_exp2(x); }

}  // namespace duet
