#pragma once

#include <duet/device/bfloat16.hpp>
#include <duet/device/complex.hpp>
#include <duet/device/detail/type_traits.hpp>
#include <duet/device/half.hpp>
#include <duet/device/integers.hpp>

// What the operations distinguish, and arithmetic of integers that wraps around.

namespace duet::ops::detail {

using duet::detail::is_same;

/// What each kind of number is handled as.
enum class Kind { none, boolean, integer, floating, complex };

template <typename T>
inline constexpr Kind kind = is_same<T, bool>                   ? Kind::boolean
                             : duet::detail::is_integer<T>      ? Kind::integer
                             : duet::detail::number_rank<T> > 0 ? Kind::floating
                                                                : Kind::none;
template <typename T>
inline constexpr Kind kind<complex<T>> = Kind::complex;

template <typename T>
inline constexpr bool is_boolean = kind<T> == Kind::boolean;
template <typename T>
inline constexpr bool is_integer = kind<T> == Kind::integer;
template <typename T>
inline constexpr bool is_floating = kind<T> == Kind::floating;
template <typename T>
inline constexpr bool is_complex = kind<T> == Kind::complex;
/// What is in the order of the real line.
template <typename T>
inline constexpr bool is_ordered = is_boolean<T> || is_integer<T> || is_floating<T>;
/// What can be a result of a division.
template <typename T>
inline constexpr bool is_fractional = is_floating<T> || is_complex<T>;
/// Whether integers of the type can be negative.
template <typename T>
inline constexpr bool is_signed = is_integer<T>&& T(-1) < T(1);

template <typename T>
__device__ inline bool is_negative([[maybe_unused]] T x) {
  if constexpr (is_signed<T>) {
    return x < T(0);
  } else {
    return false;
  }
}

// In 64 bits without sign, of which the result's bits are the last ones.
template <typename T>
__device__ inline T wrapping_add(T a, T b) {
  return T(uint64_t(a) + uint64_t(b));
}
template <typename T>
__device__ inline T wrapping_subtract(T a, T b) {
  return T(uint64_t(a) - uint64_t(b));
}
template <typename T>
__device__ inline T wrapping_multiply(T a, T b) {
  return T(uint64_t(a) * uint64_t(b));
}

/// What the bitwise operations take.
template <typename T>
__device__ inline T bits(T x) {
  static_assert(is_integer<T> || is_boolean<T>, "operations of bits take integers and bool");
  return x;
}

/// Whether a number counts as true: all that are not 0, so NaN too.
template <typename T>
__device__ inline bool truth(T x) {
  if constexpr (is_complex<T>) {
    return x.re != 0 || x.im != 0;
  } else {
    return x != T(0);
  }
}

}  // namespace duet::ops::detail
