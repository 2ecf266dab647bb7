#pragma once

#include <duet/device/math.hpp>
#include <duet/device/ops/comparison.hpp>

// Operations of three numbers as objects without state: `duet::ops::Select{}(c, a, b)`.

namespace duet::ops {

/// a where the condition is not 0, else b. Every type.
struct Select {
  template <typename C, typename T>
  __device__ T operator()(C condition, T a, T b) const {
    return detail::truth(condition) ? a : b;
  }
};

/// x, or the bound that it is beyond: Minimum(Maximum(x, low), high), which is `high` where the
/// bounds are the wrong way round, and NaN if any of them is. No complex numbers. Exact.
struct Clamp {
  template <typename T>
  __device__ T operator()(T x, T low, T high) const {
    return Minimum{}(Maximum{}(x, low), high);
  }
};

/// a * b + c: of floating-point numbers rounded once, of integers wrapped around, of complex
/// numbers a product and a sum, each rounded. No bool.
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

/// a + t (b - a), and exactly a and b where t is 0 and 1, if they are finite: two fused operations,
/// (a - t a) + t b. Floating point, with an error relative to the greater of |a| and |b|.
struct Lerp {
  template <typename T>
  __device__ T operator()(T a, T b, T t) const {
    const auto start = duet::detail::widen(a), end = duet::detail::widen(b);
    const auto weight = duet::detail::widen(t);
    return T(duet::fma(weight, end, duet::fma(-weight, start, start)));
  }
};

}  // namespace duet::ops
