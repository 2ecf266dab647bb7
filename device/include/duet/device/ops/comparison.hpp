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

/// Defines comparisons of what is in an order.
#define DUET_ORDER(Name, operation)                                            \
  struct Name {                                                                \
    template <typename T>                                                      \
    __device__ bool operator()(T a, T b) const {                               \
      static_assert(detail::is_ordered<T>, "complex numbers are in no order"); \
      return a operation b;                                                    \
    }                                                                          \
  };

/// Whether a is less than b. No complex numbers.
DUET_ORDER(Less, <)
/// Whether a is less than b or equal. No complex numbers.
DUET_ORDER(LessEqual, <=)
/// Whether a is greater than b. No complex numbers.
DUET_ORDER(Greater, >)
/// Whether a is greater than b or equal. No complex numbers.
DUET_ORDER(GreaterEqual, >=)
#undef DUET_ORDER

/// Defines the choice of a where it is NaN (or, the other way, where b is) or better than b.
#define DUET_CHOICE(Name, nan, better)                                         \
  struct Name {                                                                \
    template <typename T>                                                      \
    __device__ T operator()(T a, T b) const {                                  \
      static_assert(detail::is_ordered<T>, "complex numbers are in no order"); \
      return !(nan == nan) || a better b ? a : b;                              \
    }                                                                          \
  };

/// The lesser; NaN if one is. No complex numbers. Exact.
DUET_CHOICE(Minimum, a, <)
/// The greater; NaN if one is. No complex numbers. Exact.
DUET_CHOICE(Maximum, a, >)
/// The lesser; if one is NaN, the other. No complex numbers. Exact.
DUET_CHOICE(FMin, b, <)
/// The greater; if one is NaN, the other. No complex numbers. Exact.
DUET_CHOICE(FMax, b, >)
#undef DUET_CHOICE

}  // namespace duet::ops
