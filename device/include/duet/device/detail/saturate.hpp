#pragma once

#include <duet/device/limits.hpp>

namespace duet::detail {

/// Converts to an integer: truncated; the integer's least or greatest value if out of range; 0 for
/// NaN. Written out because C++ leaves these cases undefined and processors differ.
/// @param x  float or double
template <typename Integer, typename Float>
__device__ inline Integer saturate(Float x) {
  if constexpr (is_same<Integer, bool>) {
    return x != Float(0);
  } else {
    using Limits = limits<Integer>;
    // Powers of two are exact. Fractions above -1 become 0.
    constexpr Float end = Float(uint64_t(1) << (Limits::digits - 1)) * 2;
    constexpr Float below = Limits::is_signed ? -end : Float(0);
    const Integer inside = Integer(x > below && x < end ? x : Float(0));
    return x >= end ? Limits::max() : x <= below ? Limits::lowest() : inside;
  }
}

}  // namespace duet::detail
