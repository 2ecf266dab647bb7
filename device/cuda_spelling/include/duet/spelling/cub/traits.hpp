#pragma once

#include <cub/util_type.cuh>
#include <duet/spelling/cub/radix_key.hpp>

namespace cub {

enum Category { NOT_A_NUMBER, SIGNED_INTEGER, UNSIGNED_INTEGER, FLOATING_POINT };

/// What radix sorts need to know of a type of numbers.
template <typename T>
struct Traits {
  using UnsignedBits = typename ::duet::spelling::RadixKey<T>::Bits;
  static constexpr Category CATEGORY = !::duet::detail::is_integer<T> ? FLOATING_POINT
                                       : T(-1) < T(0)                 ? SIGNED_INTEGER
                                                                      : UNSIGNED_INTEGER;
  static constexpr bool PRIMITIVE = true;

  __device__ static UnsignedBits TwiddleIn(UnsignedBits key) {
    return ::duet::spelling::RadixKey<T>::twiddle_in(key);
  }
  __device__ static UnsignedBits TwiddleOut(UnsignedBits key) {
    return ::duet::spelling::RadixKey<T>::twiddle_out(key);
  }
};
template <typename T>
using NumericTraits = Traits<T>;

}  // namespace cub
