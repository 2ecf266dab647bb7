#pragma once

#include <duet/spelling/std/type_traits.hpp>

namespace std {

template <typename I_, typename T_>
__host__ __device__ inline T_ accumulate(I_ begin, I_ end, T_ sum) {
  for (; begin != end; ++begin) sum = sum + *begin;
  return sum;
}
template <typename I_, typename T_>
__host__ __device__ inline void iota(I_ begin, I_ end, T_ value) {
  for (; begin != end; ++begin, ++value) *begin = value;
}
template <typename A_, typename B_>
__host__ __device__ constexpr common_type_t<A_, B_> gcd(A_ a, B_ b) {
  common_type_t<A_, B_> x = a < 0 ? -a : a, y = b < 0 ? -b : b;
  while (y != 0) {
    const auto rest = x % y;
    x = y;
    y = rest;
  }
  return x;
}

}  // namespace std
