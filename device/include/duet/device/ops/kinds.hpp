#pragma once

#include <duet/device/bfloat16.hpp>
#include <duet/device/complex.hpp>
#include <duet/device/detail/type_traits.hpp>
#include <duet/device/half.hpp>
#include <duet/device/integers.hpp>

// Kinds of numbers that the operations distinguish, and integer arithmetic that wraps around.

namespace duet::ops::detail {

using duet::detail::is_same;

/// The kind of a number.
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
/// Types with an order.
template <typename T>
inline constexpr bool is_ordered = is_boolean<T> || is_integer<T> || is_floating<T>;
/// Types whose division has fractions.
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

/// An unsigned type at least as wide as T; the low bits of its results are those of T.
template <typename T>
using Word = duet::detail::conditional<(sizeof(T) > sizeof(uint32_t)), uint64_t, uint32_t>;

template <typename T>
__device__ inline T wrapping_add(T a, T b) {
  return T(Word<T>(a) + Word<T>(b));
}
template <typename T>
__device__ inline T wrapping_subtract(T a, T b) {
  return T(Word<T>(a) - Word<T>(b));
}
template <typename T>
__device__ inline T wrapping_multiply(T a, T b) {
  return T(Word<T>(a) * Word<T>(b));
}

/// Checks that the type has bitwise operations.
template <typename T>
__device__ inline T bits(T x) {
  static_assert(is_integer<T> || is_boolean<T>, "operations of bits take integers and bool");
  return x;
}

/// Whether a number counts as true: every value but 0, NaN included.
template <typename T>
__device__ inline bool truth(T x) {
  if constexpr (is_complex<T>) {
    return x.re != 0 || x.im != 0;
  } else {
    return x != T(0);
  }
}

}  // namespace duet::ops::detail
