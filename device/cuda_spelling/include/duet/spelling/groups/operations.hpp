#pragma once

namespace cooperative_groups {

#define DUET_SPELLING_OPERATION(name, expression)                              \
  template <typename T = void>                                                 \
  struct name {                                                                \
    __host__ __device__ constexpr T operator()(const T& a, const T& b) const { \
      return T(expression);                                                    \
    }                                                                          \
  };                                                                           \
  template <>                                                                  \
  struct name<void> {                                                          \
    template <typename T>                                                      \
    __host__ __device__ constexpr T operator()(const T& a, const T& b) const { \
      return T(expression);                                                    \
    }                                                                          \
  };
DUET_SPELLING_OPERATION(plus, a + b)
DUET_SPELLING_OPERATION(less, b < a ? b : a)
DUET_SPELLING_OPERATION(greater, a < b ? b : a)
DUET_SPELLING_OPERATION(bit_and, a& b)
DUET_SPELLING_OPERATION(bit_or, a | b)
DUET_SPELLING_OPERATION(bit_xor, a ^ b)
#undef DUET_SPELLING_OPERATION

}  // namespace cooperative_groups
