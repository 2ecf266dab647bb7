#pragma once

#include <duet/spelling/std/type_operations.hpp>
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
  template <typename U_>
  __host__ __device__ constexpr auto operator()(const U_& x) const {
    return -x;
  }
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

template <typename T_ = void>
struct logical_not {
  template <typename U_>
  __host__ __device__ constexpr auto operator()(const U_& x) const {
    return !x;
  }
};
template <typename T_ = void>
struct bit_not {
  template <typename U_>
  __host__ __device__ constexpr auto operator()(const U_& x) const {
    return ~x;
  }
};

namespace spelling_detail {
template <typename T_, typename C_, typename X_, typename... A_>
__host__ __device__ constexpr decltype(auto) invoke_member(T_ C_::*member, X_&& x,
                                                           A_&&... arguments) {
  if constexpr (is_function<T_>::value) {
    return (x.*member)(std::forward<A_>(arguments)...);
  } else {
    return (x.*member);
  }
}
}  // namespace spelling_detail
template <typename F_, typename... A_>
__host__ __device__ constexpr decltype(auto) invoke(F_&& function, A_&&... arguments) {
  if constexpr (is_member_pointer<decay_t<F_>>::value) {
    return spelling_detail::invoke_member(function, std::forward<A_>(arguments)...);
  } else {
    return std::forward<F_>(function)(std::forward<A_>(arguments)...);
  }
}
template <typename T_>
class reference_wrapper {
 public:
  using type = T_;
  __host__ __device__ constexpr reference_wrapper(T_& x) noexcept : pointer_(&x) {}
  __host__ __device__ constexpr operator T_&() const noexcept { return *pointer_; }
  __host__ __device__ constexpr T_& get() const noexcept { return *pointer_; }
  template <typename... A_>
  __host__ __device__ constexpr decltype(auto) operator()(A_&&... arguments) const {
    return std::invoke(*pointer_, std::forward<A_>(arguments)...);
  }

 private:
  T_* pointer_;
};
template <typename T_>
__host__ __device__ constexpr reference_wrapper<T_> ref(T_& x) noexcept {
  return x;
}
template <typename T_>
__host__ __device__ constexpr reference_wrapper<const T_> cref(const T_& x) noexcept {
  return x;
}

namespace spelling_detail {
template <typename F_>
struct negated {
  F_ function;
  template <typename... A_>
  __host__ __device__ constexpr bool operator()(A_&&... arguments) const {
    return !std::invoke(function, std::forward<A_>(arguments)...);
  }
};
}  // namespace spelling_detail
template <typename F_>
__host__ __device__ constexpr spelling_detail::negated<decay_t<F_>> not_fn(F_&& function) {
  return {std::forward<F_>(function)};
}

}  // namespace std
