#pragma once

#include <duet/device/bfloat16.hpp>
#include <duet/device/complex.hpp>
#include <duet/device/detail/saturate.hpp>
#include <duet/device/half.hpp>

namespace duet {

/// `from` as another type, alike on every target, for every pair of bool, integers, half, bfloat16,
/// float, double, complex<float> and complex<double>:
/// - to a floating-point type the nearest number, ties to even, rounded once;
/// - of a floating-point type to an integer without the fraction; the integer's least or greatest
///   value where it is out of range, and 0 for NaN;
/// - among integers modulo 2^bits;
/// - to bool whether it is not 0 (NaN is not);
/// - of a complex number the real part, and both for bool and complex; to one with imaginary part
/// 0.
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
