#pragma once

#include <duet/device/ops/kinds.hpp>

/// @file
/// Logical and bitwise operations of two numbers; see ops/binary.hpp. Logical operations treat
/// every number but 0 as true, NaN included.

namespace duet::ops {

/// Whether both numbers are true. Returns bool.
struct LogicalAnd {
  template <typename T>
  __device__ bool operator()(T a, T b) const {
    return detail::truth(a) && detail::truth(b);
  }
};
/// Whether at least one number is true. Returns bool.
struct LogicalOr {
  template <typename T>
  __device__ bool operator()(T a, T b) const {
    return detail::truth(a) || detail::truth(b);
  }
};
/// Whether exactly one number is true. Returns bool.
struct LogicalXor {
  template <typename T>
  __device__ bool operator()(T a, T b) const {
    return detail::truth(a) != detail::truth(b);
  }
};

/// The bits that are set in both. For integers and bool.
struct BitwiseAnd {
  template <typename T>
  __device__ T operator()(T a, T b) const {
    return T(detail::bits(a) & detail::bits(b));
  }
};
/// The bits that are set in at least one. For integers and bool.
struct BitwiseOr {
  template <typename T>
  __device__ T operator()(T a, T b) const {
    return T(detail::bits(a) | detail::bits(b));
  }
};
/// The bits that are set in exactly one. For integers and bool.
struct BitwiseXor {
  template <typename T>
  __device__ T operator()(T a, T b) const {
    return T(detail::bits(a) ^ detail::bits(b));
  }
};

/// a times 2 to the power b; 0 if b is negative or at least the number of bits of a. For integers.
struct LeftShift {
  template <typename T>
  __device__ T operator()(T a, T b) const {
    static_assert(detail::is_integer<T>, "LeftShift takes integers");
    return uint64_t(b) < sizeof(T) * 8 ? T(uint64_t(a) << unsigned(b)) : T(0);
  }
};
/// a divided by 2 to the power b, rounded down; if b is negative or at least the number of bits of
/// a, -1 if a is negative, else 0. For integers.
struct RightShift {
  template <typename T>
  __device__ T operator()(T a, T b) const {
    static_assert(detail::is_integer<T>, "RightShift takes integers");
    const unsigned last = sizeof(T) * 8 - 1;
    return uint64_t(b) <= last ? T(a >> unsigned(b)) : detail::is_signed<T> ? T(a >> last) : T(0);
  }
};

}  // namespace duet::ops
