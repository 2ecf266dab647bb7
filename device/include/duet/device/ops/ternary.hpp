#pragma once

#include <duet/device/math.hpp>
#include <duet/device/ops/comparison.hpp>

/// @file
/// Operations of three numbers as stateless function objects: `duet::ops::Select{}(c, a, b)`.

namespace duet::ops {

/// a if the condition is not 0, else b. For every type.
struct Select {
  template <typename C, typename T>
  __device__ T operator()(C condition, T a, T b) const {
    return detail::truth(condition) ? a : b;
  }
};

/// x limited to [low, high]: Minimum(Maximum(x, low), high). It is `high` if low > high, and NaN if
/// any operand is NaN. Not for complex numbers. Exact.
struct Clamp {
  template <typename T>
  __device__ T operator()(T x, T low, T high) const {
    return Minimum{}(Maximum{}(x, low), high);
  }
};

/// a * b + c: floating-point numbers are rounded once, integers wrap around, complex numbers round
/// the product and the sum. Not for bool.
struct FusedMultiplyAdd {
  template <typename T>
  __device__ T operator()(T a, T b, T c) const {
    static_assert(!detail::is_boolean<T>, "FusedMultiplyAdd takes no bool");
    if constexpr (detail::is_integer<T>) {
      return detail::wrapping_add(detail::wrapping_multiply(a, b), c);
    } else if constexpr (detail::is_complex<T>) {
      return a * b + c;
    } else {
      return duet::fma(a, b, c);
    }
  }
};

/// Linear interpolation a + t (b - a), computed by two fused operations as (a - t a) + t b. Exactly
/// a for t = 0 and b for t = 1 if they are finite. For floating-point numbers; the error is
/// relative to the larger of |a| and |b|.
struct Lerp {
  template <typename T>
  __device__ T operator()(T a, T b, T t) const {
    const auto start = duet::detail::widen(a), end = duet::detail::widen(b);
    const auto weight = duet::detail::widen(t);
    return T(duet::fma(weight, end, duet::fma(-weight, start, start)));
  }
};

}  // namespace duet::ops
