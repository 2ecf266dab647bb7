#pragma once

#include <duet/spelling/libcu/functional.hpp>

namespace thrust {
using ::cuda::maximum;
using ::cuda::minimum;
using ::std::binary_function;
using ::std::bit_and;
using ::std::bit_or;
using ::std::bit_xor;
using ::std::divides;
using ::std::equal_to;
using ::std::greater;
using ::std::greater_equal;
using ::std::less;
using ::std::less_equal;
using ::std::logical_and;
using ::std::logical_not;
using ::std::logical_or;
using ::std::minus;
using ::std::modulus;
using ::std::multiplies;
using ::std::negate;
using ::std::not_equal_to;
using ::std::plus;
using ::std::unary_function;

template <typename T_ = void>
struct identity : ::std::identity {};

template <typename T_ = void>
struct square {
  __host__ __device__ constexpr T_ operator()(const T_& x) const { return x * x; }
};
template <>
struct square<void> {
  template <typename T_>
  __host__ __device__ constexpr auto operator()(const T_& x) const {
    return x * x;
  }
};
template <typename A_ = void, typename B_ = void>
struct project1st {
  template <typename T_, typename U_>
  __host__ __device__ constexpr const T_& operator()(const T_& a, const U_&) const {
    return a;
  }
};
template <typename A_ = void, typename B_ = void>
struct project2nd {
  template <typename T_, typename U_>
  __host__ __device__ constexpr const U_& operator()(const T_&, const U_& b) const {
    return b;
  }
};
}  // namespace thrust
