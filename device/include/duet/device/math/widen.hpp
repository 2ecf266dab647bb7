#pragma once

#include <duet/device/bfloat16.hpp>
#include <duet/device/half.hpp>
#include <duet/device/vendor/select.hpp>

#include DUET_VENDOR_HEADER(math)

namespace duet::detail {

/// The type in which the functions of math.hpp compute: float for half and bfloat16, so that
/// results are rounded once, at the end.
__device__ inline float widen(float x) { return x; }
__device__ inline double widen(double x) { return x; }
__device__ inline float widen(half x) { return float(x); }
__device__ inline float widen(bfloat16 x) { return float(x); }
template <typename T>
__device__ inline T widen(T x) {
  static_assert(sizeof(T) == 0,
                "there is no such function of this type: cast to half, bfloat16, float or double "
                "(some functions also take complex numbers)");
  return x;
}

}  // namespace duet::detail
