#pragma once

#include <duet/device/ops/kinds.hpp>

// See ops/binary.hpp. For logic every number that is not 0 is true, NaN too.

namespace duet::ops {

/// Whether neither is 0. A bool.
struct LogicalAnd {
  template <typename T>
  __device__ bool operator()(T a, T b) const {
    return detail::truth(a) && detail::truth(b);
  }
};
/// Whether one or both are not 0. A bool.
struct LogicalOr {
  template <typename T>
  __device__ bool operator()(T a, T b) const {
    return detail::truth(a) || detail::truth(b);
  }
};
/// Whether one of them is 0 and the other is not. A bool.
struct LogicalXor {
  template <typename T>
  __device__ bool operator()(T a, T b) const {
    return detail::truth(a) != detail::truth(b);
  }
};

/// The bits that both have. Integers and bool.
struct BitwiseAnd {
  template <typename T>
  __device__ T operator()(T a, T b) const {
    return T(detail::bits(a) & detail::bits(b));
  }
};
/// The bits that one has or both have. Integers and bool.
struct BitwiseOr {
  template <typename T>
  __device__ T operator()(T a, T b) const {
    return T(detail::bits(a) | detail::bits(b));
  }
};
/// The bits that one has and the other has not. Integers and bool.
struct BitwiseXor {
  template <typename T>
  __device__ T operator()(T a, T b) const {
    return T(detail::bits(a) ^ detail::bits(b));
  }
};

/// a times 2 to the power of b; 0 where b is negative or as many as a has bits. Integers.
struct LeftShift {
  template <typename T>
  __device__ T operator()(T a, T b) const {
    static_assert(detail::is_integer<T>, "LeftShift takes integers");
    return uint64_t(b) < sizeof(T) * 8 ? T(uint64_t(a) << unsigned(b)) : T(0);
  }
};
/// a by 2 to the power of b, rounded down; where b is negative or as many as a has bits, -1 if a is
/// negative, else 0. Integers.
struct RightShift {
  template <typename T>
  __device__ T operator()(T a, T b) const {
    static_assert(detail::is_integer<T>, "RightShift takes integers");
    const unsigned last = sizeof(T) * 8 - 1;
    return uint64_t(b) <= last ? T(a >> unsigned(b)) : detail::is_signed<T> ? T(a >> last) : T(0);
  }
};

}  // namespace duet::ops
