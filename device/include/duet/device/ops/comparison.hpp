#pragma once

#include <duet/device/ops/kinds.hpp>

// See ops/binary.hpp. Comparisons give a bool. Nothing is less than NaN, greater or equal to it.

namespace duet::ops {

/// Whether a equals b.
struct Equal {
  template <typename T>
  __device__ bool operator()(T a, T b) const {
    return a == b;
  }
};
/// Whether a differs from b.
struct NotEqual {
  template <typename T>
  __device__ bool operator()(T a, T b) const {
    return !(a == b);
  }
};
/// Whether a equals b, or both are NaN (complex numbers: in some part).
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

/// Whether a is less than b. No complex numbers.
struct Less {
  template <typename T>
  __device__ bool operator()(T a, T b) const {
    detail::check_order<T>();
    return a < b;
  }
};
/// Whether a is less than b or equal. No complex numbers.
struct LessEqual {
  template <typename T>
  __device__ bool operator()(T a, T b) const {
    detail::check_order<T>();
    return a <= b;
  }
};
/// Whether a is greater than b. No complex numbers.
struct Greater {
  template <typename T>
  __device__ bool operator()(T a, T b) const {
    detail::check_order<T>();
    return a > b;
  }
};
/// Whether a is greater than b or equal. No complex numbers.
struct GreaterEqual {
  template <typename T>
  __device__ bool operator()(T a, T b) const {
    detail::check_order<T>();
    return a >= b;
  }
};

/// The lesser; NaN if one is. No complex numbers. Exact.
struct Minimum {
  template <typename T>
  __device__ T operator()(T a, T b) const {
    detail::check_order<T>();
    return !(a == a) || a < b ? a : b;
  }
};
/// The greater; NaN if one is. No complex numbers. Exact.
struct Maximum {
  template <typename T>
  __device__ T operator()(T a, T b) const {
    detail::check_order<T>();
    return !(a == a) || a > b ? a : b;
  }
};
/// The lesser; if one is NaN, the other. No complex numbers. Exact.
struct FMin {
  template <typename T>
  __device__ T operator()(T a, T b) const {
    detail::check_order<T>();
    return !(b == b) || a < b ? a : b;
  }
};
/// The greater; if one is NaN, the other. No complex numbers. Exact.
struct FMax {
  template <typename T>
  __device__ T operator()(T a, T b) const {
    detail::check_order<T>();
    return !(b == b) || a > b ? a : b;
  }
};

}  // namespace duet::ops
