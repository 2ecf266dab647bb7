#pragma once

#define CUB_MIN(a, b) (((a) > (b)) ? (b) : (a))
#define CUB_MAX(a, b) (((a) > (b)) ? (a) : (b))
#define CUB_QUOTIENT_FLOOR(x, y) ((x) / (y))
#define CUB_QUOTIENT_CEILING(x, y) (((x) + (y)-1) / (y))
#define CUB_ROUND_UP_NEAREST(x, y) ((((x) + (y)-1) / (y)) * (y))
#define CUB_ROUND_DOWN_NEAREST(x, y) (((x) / (y)) * (y))
#define CUB_IS_DEVICE_CODE 1
#define CUB_RUNTIME_FUNCTION __host__ __device__
#define CUB_PREVENT_MACRO_SUBSTITUTION
#define CUB_STATIC_ASSERT(condition, message) static_assert(condition, #message)

namespace cub {

template <typename T, typename U>
__host__ __device__ __forceinline__ constexpr T DivideAndRoundUp(T n, U d) {
  return T(n / d + (n % d != 0 ? 1 : 0));
}
template <typename T>
__host__ __device__ __forceinline__ void Swap(T& a, T& b) {
  T c = a;
  a = b;
  b = c;
}

}  // namespace cub
