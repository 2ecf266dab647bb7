#pragma once

// PyTorch's 16-bit floats: types of their own, which convert to float and to CUDA's, and compute as
// float.

#include <cuda_bf16.h>
#include <cuda_fp16.h>

#include <duet/spelling/float16/limits.hpp>
#include <duet/spelling/std/type_traits.hpp>

#define DUET_SPELLING_TORCH_FLOAT(T, native)                                                \
  struct alignas(2) T {                                                                     \
    struct from_bits_t {};                                                                  \
    __host__ __device__ static constexpr from_bits_t from_bits() { return {}; }             \
    unsigned short x;                                                                       \
    T() = default;                                                                          \
    __host__ __device__ constexpr T(unsigned short bits, from_bits_t) : x(bits) {}          \
    __device__ T(float value) : x(native(value).bits()) {}                                  \
    __device__ T(native value) : x(value.bits()) {}                                         \
    __device__ operator float() const { return float(native::from_bits(x)); }               \
    __device__ operator native() const { return native::from_bits(x); }                     \
  };                                                                                        \
  __device__ inline T operator-(T a) { return T(-float(a)); }                               \
  __device__ inline T __ldg(const T* from) { return T(::__ldg(&from->x), T::from_bits()); } \
  DUET_SPELLING_TORCH_EXTREME(T, min, b < a)                                                \
  DUET_SPELLING_TORCH_EXTREME(T, max, a < b)                                                \
  DUET_SPELLING_TORCH_OPERATOR(T, +)                                                        \
  DUET_SPELLING_TORCH_OPERATOR(T, -)                                                        \
  DUET_SPELLING_TORCH_OPERATOR(T, *)                                                        \
  DUET_SPELLING_TORCH_OPERATOR(T, /)

#define DUET_SPELLING_TORCH_EXTREME(T, name, takes_second)            \
  __device__ inline T name(T a, T b) { return takes_second ? b : a; } \
  template <typename F_>                                              \
  __device__ inline IfFloat<F_> name(T a, F_ b) {                     \
    return takes_second ? b : F_(float(a));                           \
  }                                                                   \
  template <typename F_>                                              \
  __device__ inline IfFloat<F_> name(F_ a, T b) {                     \
    return takes_second ? F_(float(b)) : a;                           \
  }

/// With integers the result is of the type, with other numbers of theirs.
#define DUET_SPELLING_TORCH_OPERATOR(T, op)                                             \
  __device__ inline T operator op(T a, T b) { return T(float(a) op float(b)); }         \
  __device__ inline T& operator op##=(T& a, T b) { return a = a op b; }                 \
  __device__ inline float& operator op##=(float& a, T b) { return a = a op float(b); }  \
  __device__ inline float operator op(T a, float b) { return float(a) op b; }           \
  __device__ inline float operator op(float a, T b) { return a op float(b); }           \
  __device__ inline double operator op(T a, double b) { return double(float(a)) op b; } \
  __device__ inline double operator op(double a, T b) { return a op double(float(b)); } \
  template <typename I_>                                                                \
  __device__ inline IfInteger<I_, T> operator op(T a, I_ b) {                           \
    return a op T(float(b));                                                            \
  }                                                                                     \
  template <typename I_>                                                                \
  __device__ inline IfInteger<I_, T> operator op(I_ a, T b) {                           \
    return T(float(a)) op b;                                                            \
  }

namespace c10 {

template <typename I_, typename T>
using IfInteger = ::std::enable_if_t<::std::is_integral<I_>::value, T>;
template <typename F_>
using IfFloat = ::std::enable_if_t<::std::is_floating_point<F_>::value, F_>;

DUET_SPELLING_TORCH_FLOAT(Half, __half)
DUET_SPELLING_TORCH_FLOAT(BFloat16, __nv_bfloat16)

}  // namespace c10

#undef DUET_SPELLING_TORCH_FLOAT
#undef DUET_SPELLING_TORCH_EXTREME
#undef DUET_SPELLING_TORCH_OPERATOR

namespace std {
template <>
struct numeric_limits<c10::Half> : duet::spelling::HalfLimits<c10::Half> {};
template <>
struct numeric_limits<c10::BFloat16> : duet::spelling::Bfloat16Limits<c10::BFloat16> {};
}  // namespace std
