#pragma once

// <cuda/cmath>: arithmetic of integers that are not negative.

#include <duet/spelling/std/type_traits.hpp>

namespace cuda {

/// The quotient, rounded up.
template <typename A, typename B>
__host__ __device__ constexpr ::std::common_type_t<A, B> ceil_div(A a, B b) noexcept {
  return static_cast<::std::common_type_t<A, B>>(a / b + (a % b != 0 ? 1 : 0));
}
/// The least multiple of b that is not less than a.
template <typename A, typename B>
__host__ __device__ constexpr ::std::common_type_t<A, B> round_up(A a, B b) noexcept {
  return static_cast<::std::common_type_t<A, B>>(::cuda::ceil_div(a, b) * b);
}
/// The greatest multiple of b that is not greater than a.
template <typename A, typename B>
__host__ __device__ constexpr ::std::common_type_t<A, B> round_down(A a, B b) noexcept {
  return static_cast<::std::common_type_t<A, B>>(a / b * b);
}
/// The exponent of the greatest power of 2 that is not greater than x, which is not 0.
template <typename T>
__host__ __device__ constexpr int ilog2(T x) noexcept {
  int exponent = 0;
  while ((x >>= 1) != 0) ++exponent;
  return exponent;
}
/// The same for powers of 10.
template <typename T>
__host__ __device__ constexpr int ilog10(T x) noexcept {
  int exponent = 0;
  while ((x /= 10) != 0) ++exponent;
  return exponent;
}
template <typename T>
__host__ __device__ constexpr bool is_power_of_two(T x) noexcept {
  return x > 0 && (x & (x - 1)) == 0;
}
template <typename T>
__host__ __device__ constexpr T next_power_of_two(T x) noexcept {
  T power = 1;
  while (power < x) power = T(power << 1);
  return power;
}
template <typename T>
__host__ __device__ constexpr T prev_power_of_two(T x) noexcept {
  return x == 0 ? T(0) : T(T(1) << ::cuda::ilog2(x));
}

}  // namespace cuda
