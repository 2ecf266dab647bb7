#pragma once

#include <duet/device/ops/kinds.hpp>

/// @file
/// Comparisons of two numbers, and their minimum and maximum; see ops/binary.hpp. Comparisons
/// return bool. NaN is neither less than, greater than nor equal to any number.

namespace duet::ops {

/// Whether a equals b.
struct Equal {
  template <typename T>
  __device__ bool operator()(T a, T b) const {
    return a == b;
  }
};
/// Whether a is not equal to b.
struct NotEqual {
  template <typename T>
  __device__ bool operator()(T a, T b) const {
    return !(a == b);
  }
};
/// Whether a equals b or both are NaN (of complex numbers: have a NaN part).
struct NaNEqual {
  template <typename T>
  __device__ bool operator()(T a, T b) const {
    return a == b || (!(a == a) && !(b == b));
  }
};

namespace detail {
template <typename T>
__device__ inline void check_order() {
  static_assert(is_ordered<T>, "complex numbers are in no order");
}
}  // namespace detail

/// Whether a is less than b. Not for complex numbers.
struct Less {
  template <typename T>
  __device__ bool operator()(T a, T b) const {
    detail::check_order<T>();
    return a < b;
  }
};
/// Whether a is less than or equal to b. Not for complex numbers.
struct LessEqual {
  template <typename T>
  __device__ bool operator()(T a, T b) const {
    detail::check_order<T>();
    return a <= b;
  }
};
/// Whether a is greater than b. Not for complex numbers.
struct Greater {
  template <typename T>
  __device__ bool operator()(T a, T b) const {
    detail::check_order<T>();
    return a > b;
  }
};
/// Whether a is greater than or equal to b. Not for complex numbers.
struct GreaterEqual {
  template <typename T>
  __device__ bool operator()(T a, T b) const {
    detail::check_order<T>();
    return a >= b;
  }
};

/// The smaller number; NaN if either is NaN. Not for complex numbers. Exact.
struct Minimum {
  template <typename T>
  __device__ T operator()(T a, T b) const {
    detail::check_order<T>();
    return !(a == a) || a < b ? a : b;
  }
};
/// The larger number; NaN if either is NaN. Not for complex numbers. Exact.
struct Maximum {
  template <typename T>
  __device__ T operator()(T a, T b) const {
    detail::check_order<T>();
    return !(a == a) || a > b ? a : b;
  }
};
/// The smaller number; if one is NaN, the other. Not for complex numbers. Exact.
struct FMin {
  template <typename T>
  __device__ T operator()(T a, T b) const {
    detail::check_order<T>();
    return !(b == b) || a < b ? a : b;
  }
};
/// The larger number; if one is NaN, the other. Not for complex numbers. Exact.
struct FMax {
  template <typename T>
  __device__ T operator()(T a, T b) const {
    detail::check_order<T>();
    return !(b == b) || a > b ? a : b;
  }
};

}  // namespace duet::ops
