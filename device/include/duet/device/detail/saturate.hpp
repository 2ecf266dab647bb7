#pragma once

#include <duet/device/detail/type_traits.hpp>
#include <duet/device/integers.hpp>

namespace duet::detail {

/// Converts to an integer: truncated; the integer's least or greatest value if out of range; 0 for
/// NaN. Written out because C++ leaves these cases undefined and processors differ.
/// @param x  float or double
template <typename Integer, typename Float>
__device__ inline Integer saturate(Float x) {
  if constexpr (is_same<Integer, bool>) {
    return x != Float(0);
  } else {
    constexpr bool is_signed = Integer(-1) < Integer(1);
    constexpr int digits = int(sizeof(Integer)) * 8 - (is_signed ? 1 : 0);
    constexpr Integer greatest = Integer(~uint64_t(0) >> (64 - digits));
    constexpr Integer least = Integer(is_signed ? -greatest - 1 : 0);
    // Powers of two are exact. Fractions above -1 become 0.
    constexpr Float end = Float(uint64_t(1) << (digits - 1)) * 2;
    constexpr Float below = is_signed ? -end : Float(0);
    const Integer inside = Integer(x > below && x < end ? x : Float(0));
    return x >= end ? greatest : x <= below ? least : inside;
  }
}

}  // namespace duet::detail
