#pragma once

#include <duet/device/bfloat16.hpp>
#include <duet/device/complex.hpp>
#include <duet/device/detail/saturate.hpp>
#include <duet/device/half.hpp>

namespace duet {

/// Converts a number to another type, with the same result on every target. It takes every pair of
/// bool, integers, half, bfloat16, float, double, complex<float> and complex<double>:
/// - To a floating-point type: the nearest number, ties to even, rounded once.
/// - From a floating-point type to an integer: truncated; the integer's least or greatest value if
/// out
///   of range; 0 for NaN.
/// - Between integers: modulo 2^bits.
/// - To bool: whether the value is not 0; true for NaN.
/// - From a complex number: the real part; to bool and to complex, both parts count.
/// - To a complex number: with imaginary part 0.
template <typename To, typename From>
__device__ inline To cast(From from) {
  if constexpr (detail::is_same<To, From>) {
    return from;
  } else if constexpr (detail::is_complex<To>) {
    using Part = typename To::value_type;
    if constexpr (detail::is_complex<From>) {
      return To(Part(from.re), Part(from.im));
    } else {
      return To(cast<Part>(from));
    }
  } else if constexpr (detail::is_complex<From>) {
    if constexpr (detail::is_same<To, bool>) {
      return from != typename From::value_type(0);
    } else {
      return cast<To>(from.re);
    }
  } else if constexpr (detail::is_float16<From>) {
    return cast<To>(float(from));
  } else if constexpr (detail::is_integer<To> && !detail::is_integer<From>) {
    return detail::saturate<To>(from);
  } else {
    return To(from);
  }
}

}  // namespace duet
