#pragma once

// The functions for dynamic programming: greatest and least of three numbers, of sums, and with 0,
// also of two 16-bit numbers in a word.

#include <duet/device/integers.hpp>
#include <duet/spelling/builtin/simd.hpp>

// In the expressions p, q and r are the numbers, of type N.
#define DUET_SPELLING_DPX(suffix, T_, N, n, name, expression)      \
  __device__ inline T_ name##_##suffix(T_ a, T_ b, T_ c) {         \
    if constexpr (n == 32) {                                       \
      [[maybe_unused]] const N p = N(a), q = N(b), r = N(c);       \
      return T_(expression);                                       \
    } else {                                                       \
      return T_(duet::spelling::each_part<16>(                     \
          [](unsigned x, unsigned y, unsigned z) {                 \
            [[maybe_unused]] const N p = N(x), q = N(y), r = N(z); \
            return unsigned(N(expression));                        \
          },                                                       \
          unsigned(a), unsigned(b), unsigned(c)));                 \
    }                                                              \
  }
#define DUET_SPELLING_DPX_ALL(suffix, T_, N, n)                     \
  DUET_SPELLING_DPX(suffix, T_, N, n, __vimax3, max(max(p, q), r))  \
  DUET_SPELLING_DPX(suffix, T_, N, n, __vimin3, min(min(p, q), r))  \
  DUET_SPELLING_DPX(suffix, T_, N, n, __viaddmax, max(N(p + q), r)) \
  DUET_SPELLING_DPX(suffix, T_, N, n, __viaddmin, min(N(p + q), r))
#define DUET_SPELLING_DPX_RELU(suffix, T_, N, n)                                      \
  DUET_SPELLING_DPX(suffix##_relu, T_, N, n, __vimax3, max(max(max(p, q), r), N(0)))  \
  DUET_SPELLING_DPX(suffix##_relu, T_, N, n, __vimin3, max(min(min(p, q), r), N(0)))  \
  DUET_SPELLING_DPX(suffix##_relu, T_, N, n, __viaddmax, max(max(N(p + q), r), N(0))) \
  DUET_SPELLING_DPX(suffix##_relu, T_, N, n, __viaddmin, max(min(N(p + q), r), N(0))) \
  DUET_SPELLING_DPX(suffix##_relu_of_three, T_, N, n, __vimax, max(max(p, q), N(0)))  \
  DUET_SPELLING_DPX(suffix##_relu_of_three, T_, N, n, __vimin, max(min(p, q), N(0)))  \
  __device__ inline T_ __vimax_##suffix##_relu(T_ a, T_ b) {                          \
    return __vimax_##suffix##_relu_of_three(a, b, T_(0));                             \
  }                                                                                   \
  __device__ inline T_ __vimin_##suffix##_relu(T_ a, T_ b) {                          \
    return __vimin_##suffix##_relu_of_three(a, b, T_(0));                             \
  }
DUET_SPELLING_DPX_ALL(s32, int, int, 32)
DUET_SPELLING_DPX_ALL(u32, unsigned, unsigned, 32)
DUET_SPELLING_DPX_ALL(s16x2, unsigned, short, 16)
DUET_SPELLING_DPX_ALL(u16x2, unsigned, duet::uint16_t, 16)
DUET_SPELLING_DPX_RELU(s32, int, int, 32)
DUET_SPELLING_DPX_RELU(s16x2, unsigned, short, 16)
#undef DUET_SPELLING_DPX_RELU
#undef DUET_SPELLING_DPX_ALL
#undef DUET_SPELLING_DPX

/// The greater or lesser number, and whether it is the first one.
__device__ inline int __vibmax_s32(int a, int b, bool* is_first) {
  *is_first = a >= b;
  return a >= b ? a : b;
}
__device__ inline int __vibmin_s32(int a, int b, bool* is_first) {
  *is_first = a <= b;
  return a <= b ? a : b;
}
__device__ inline unsigned __vibmax_u32(unsigned a, unsigned b, bool* is_first) {
  *is_first = a >= b;
  return a >= b ? a : b;
}
__device__ inline unsigned __vibmin_u32(unsigned a, unsigned b, bool* is_first) {
  *is_first = a <= b;
  return a <= b ? a : b;
}
