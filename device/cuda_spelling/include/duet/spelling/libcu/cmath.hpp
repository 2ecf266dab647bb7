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

/// A divisor above 0 for dividends of at least 0. Those of 32 bits are multiplied by its inverse
/// (Lemire, Kaser, Kurz, "Faster remainder by direct computation", 2019).
/// @tparam never_one  the divisor is not 1
template <typename T, bool never_one = false>
class fast_mod_div {
  static constexpr bool is_short = sizeof(T) <= 4;

 public:
  fast_mod_div() = delete;
  __host__ __device__ explicit constexpr fast_mod_div(T divisor) noexcept
      : inverse_(is_short ? ~0ull / static_cast<unsigned long long>(divisor) + 1 : 0),
        divisor_(divisor) {}
  __host__ __device__ constexpr operator T() const noexcept { return divisor_; }

  template <typename U>
  __host__ __device__ friend ::std::common_type_t<T, U> operator/(U dividend,
                                                                  fast_mod_div by) noexcept {
    using Quotient = ::std::common_type_t<T, U>;
    if constexpr (is_short && sizeof(U) <= 4) {
      if (!never_one && by.divisor_ == 1) return static_cast<Quotient>(dividend);
      const unsigned long long number = static_cast<unsigned>(dividend);
      return static_cast<Quotient>(__umul64hi(by.inverse_, number));
    } else {
      return static_cast<Quotient>(dividend / by.divisor_);
    }
  }
  template <typename U>
  __host__ __device__ friend ::std::common_type_t<T, U> operator%(U dividend,
                                                                  fast_mod_div by) noexcept {
    using Rest = ::std::common_type_t<T, U>;
    return static_cast<Rest>(dividend - dividend / by * by.divisor_);
  }

 private:
  unsigned long long inverse_;
  T divisor_;
};

}  // namespace cuda
