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

namespace duet::spelling {

/// Combines an atomic object of libcu++ with a value. @returns the object's old value
template <typename Atomic, typename T, typename Op>
__device__ inline auto combine(const Atomic& result, T value, Op op) {
  auto old = result.load();
  while (!result.compare_exchange_weak(old, op(old, value))) {
  }
  return old;
}

}  // namespace duet::spelling
