#pragma once

#include <duet/spelling/std/utility.hpp>

namespace std {

#define DUET_SPELLING_FUNCTION(name, operation)                                     \
  template <typename T_ = void>                                                     \
  struct name {                                                                     \
    __host__ __device__ constexpr auto operator()(const T_& a, const T_& b) const { \
      return a operation b;                                                         \
    }                                                                               \
  };                                                                                \
  template <>                                                                       \
  struct name<void> {                                                               \
    template <typename A_, typename B_>                                             \
    __host__ __device__ constexpr auto operator()(const A_& a, const B_& b) const { \
      return a operation b;                                                         \
    }                                                                               \
  };
DUET_SPELLING_FUNCTION(plus, +)
DUET_SPELLING_FUNCTION(minus, -)
DUET_SPELLING_FUNCTION(multiplies, *)
DUET_SPELLING_FUNCTION(divides, /)
DUET_SPELLING_FUNCTION(modulus, %)
DUET_SPELLING_FUNCTION(less, <)
DUET_SPELLING_FUNCTION(less_equal, <=)
DUET_SPELLING_FUNCTION(greater, >)
DUET_SPELLING_FUNCTION(greater_equal, >=)
DUET_SPELLING_FUNCTION(equal_to, ==)
DUET_SPELLING_FUNCTION(not_equal_to, !=)
DUET_SPELLING_FUNCTION(bit_and, &)
DUET_SPELLING_FUNCTION(bit_or, |)
DUET_SPELLING_FUNCTION(bit_xor, ^)
DUET_SPELLING_FUNCTION(logical_and, &&)
DUET_SPELLING_FUNCTION(logical_or, ||)
#undef DUET_SPELLING_FUNCTION
template <typename T_ = void>
struct negate {
  __host__ __device__ constexpr auto operator()(const T_& x) const { return -x; }
};
/// Bases of functions of older programs, which C++17 has not, but libstdc++.
template <typename Argument_, typename Result_>
struct unary_function {
  typedef Argument_ argument_type;
  typedef Result_ result_type;
};
template <typename First_, typename Second_, typename Result_>
struct binary_function {
  typedef First_ first_argument_type;
  typedef Second_ second_argument_type;
  typedef Result_ result_type;
};
struct identity {
  template <typename T_>
  __host__ __device__ constexpr T_&& operator()(T_&& x) const noexcept {
    return static_cast<T_&&>(x);
  }
};

}  // namespace std
