#pragma once

#include <duet/device/bfloat16.hpp>
#include <duet/device/cast.hpp>
#include <duet/device/float8.hpp>
#include <duet/device/half.hpp>
#include <duet/device/matrix/tf32.hpp>

// The element types of matrices: how they are converted, and what they are multiplied in.

namespace duet::detail {

template <typename T>
inline constexpr bool is_float8 = is_same<T, float8_e4m3> || is_same<T, float8_e5m2> ||
                                  is_same<T, float8_e4m3_fnuz> || is_same<T, float8_e5m2_fnuz>;
template <typename T>
inline constexpr bool is_int8 = is_same<T, int8_t> || is_same<T, uint8_t>;

/// Converts an element: a rounding one to nearest.
template <typename To, typename From>
__device__ inline To matrix_cast_element(From x) {
  if constexpr (is_same<To, From>) {
    return x;
  } else if constexpr (is_same<To, tf32>) {
    return tf32(cast<float>(x));
  } else if constexpr (is_float8<To>) {
    return To(x);
  } else if constexpr (is_same<From, tf32> || is_float8<From>) {
    return cast<To>(float(x));
  } else {
    return cast<To>(x);
  }
}

/// Operands have a multiple of so many columns (of rows, if they are right ones).
template <typename T>
inline constexpr int least_depth = sizeof(T) <= 2     ? 16
                                   : is_same<T, tf32> ? 8
                                                      : 4;

/// Whether products of A and B can be added up in C.
template <typename A, typename B, typename C>
inline constexpr bool can_multiply = is_int8<A> ? is_int8<B>&& is_same<C, int32_t>
                                     : is_float8<A>
                                         ? is_float8<B> && (is_same<C, float> || is_same<C, half>)
                                         : is_same<A, B> &&
                                               (is_same<A, double>
                                                    ? is_same<C, double>
                                                    : is_same<C, float> ||
                                                          (is_same<A, half> && is_same<C, half>));

/// The type in which products are added up where no instruction does it.
template <typename C>
using PlainSum = conditional<is_same<C, half>, float, C>;

}  // namespace duet::detail
