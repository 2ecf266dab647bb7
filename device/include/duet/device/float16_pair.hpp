#pragma once

#include <duet/device/bfloat16.hpp>
#include <duet/device/bit_cast.hpp>
#include <duet/device/half.hpp>

namespace duet {

/// Two 16-bit numbers in one register. Targets that can do so operate on both at once. Each result
/// equals that of the operation on single numbers.
/// @tparam T  half or bfloat16
template <typename T>
struct alignas(4) float16_pair {
  static_assert(detail::is_float16<T>, "half or bfloat16");
  T x;  ///< In the low 16 bits of the register.
  T y;  ///< In the high 16 bits.
};

using half_pair = float16_pair<half>;          ///< Two half.
using bfloat16_pair = float16_pair<bfloat16>;  ///< Two bfloat16.

template <typename T>
__device__ inline float16_pair<T> operator+(float16_pair<T> a, float16_pair<T> b) {
  return bit_cast<float16_pair<T>>(
      T::arithmetic::add_pair(bit_cast<uint32_t>(a), bit_cast<uint32_t>(b)));
}
template <typename T>
__device__ inline float16_pair<T> operator-(float16_pair<T> a, float16_pair<T> b) {
  return bit_cast<float16_pair<T>>(
      T::arithmetic::subtract_pair(bit_cast<uint32_t>(a), bit_cast<uint32_t>(b)));
}
template <typename T>
__device__ inline float16_pair<T> operator*(float16_pair<T> a, float16_pair<T> b) {
  return bit_cast<float16_pair<T>>(
      T::arithmetic::multiply_pair(bit_cast<uint32_t>(a), bit_cast<uint32_t>(b)));
}
/// The two quotients. No target divides both at once.
template <typename T>
__device__ inline float16_pair<T> operator/(float16_pair<T> a, float16_pair<T> b) {
  return {a.x / b.x, a.y / b.y};
}
template <typename T>
__device__ inline float16_pair<T> operator-(float16_pair<T> a) {
  return bit_cast<float16_pair<T>>(bit_cast<uint32_t>(a) ^ 0x80008000u);
}
/// `a * b + c` of both, rounded once.
template <typename T>
__device__ inline float16_pair<T> fma(float16_pair<T> a, float16_pair<T> b, float16_pair<T> c) {
  return bit_cast<float16_pair<T>>(
      T::arithmetic::fma_pair(bit_cast<uint32_t>(a), bit_cast<uint32_t>(b), bit_cast<uint32_t>(c)));
}

}  // namespace duet
