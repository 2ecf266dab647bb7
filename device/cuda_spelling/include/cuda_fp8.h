#pragma once

#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <duet/device/float8.hpp>
#include <duet/spelling/vendor/runtime_types.hpp>

// 8-bit floating-point numbers: OCP's E4M3 and E5M2, on every target.

typedef unsigned char __nv_fp8_storage_t;
typedef unsigned short __nv_fp8x2_storage_t;
typedef unsigned int __nv_fp8x4_storage_t;
enum __nv_saturation_t { __NV_NOSAT, __NV_SATFINITE };
enum __nv_fp8_interpretation_t { __NV_E4M3, __NV_E5M2 };

namespace duet::spelling {

template <typename Number, typename T>
__device__ inline __nv_fp8_storage_t to_float8(T x, __nv_saturation_t saturation) {
  return (saturation == __NV_SATFINITE ? Number::saturated(x) : Number(x)).bits();
}
template <typename T>
__device__ inline __nv_fp8_storage_t to_float8(T x, __nv_saturation_t saturation,
                                               __nv_fp8_interpretation_t kind) {
  return kind == __NV_E4M3 ? to_float8<float8_e4m3>(x, saturation)
                           : to_float8<float8_e5m2>(x, saturation);
}
/// The first number is in the low byte.
template <typename T>
__device__ inline __nv_fp8x2_storage_t to_float8_pair(T x, T y, __nv_saturation_t saturation,
                                                      __nv_fp8_interpretation_t kind) {
  return __nv_fp8x2_storage_t(to_float8(x, saturation, kind) | to_float8(y, saturation, kind) << 8);
}
__device__ inline half from_float8(__nv_fp8_storage_t x, __nv_fp8_interpretation_t kind) {
  return kind == __NV_E4M3 ? half(float8_e4m3::from_bits(x)) : half(float8_e5m2::from_bits(x));
}

}  // namespace duet::spelling

__device__ inline __nv_fp8_storage_t __nv_cvt_float_to_fp8(float x, __nv_saturation_t saturate,
                                                           __nv_fp8_interpretation_t kind) {
  return duet::spelling::to_float8(x, saturate, kind);
}
__device__ inline __nv_fp8_storage_t __nv_cvt_double_to_fp8(double x, __nv_saturation_t saturate,
                                                            __nv_fp8_interpretation_t kind) {
  return duet::spelling::to_float8(x, saturate, kind);
}
__device__ inline __nv_fp8_storage_t __nv_cvt_halfraw_to_fp8(__half_raw x,
                                                             __nv_saturation_t saturate,
                                                             __nv_fp8_interpretation_t kind) {
  return duet::spelling::to_float8(duet::half::from_bits(x.x), saturate, kind);
}
__device__ inline __nv_fp8_storage_t __nv_cvt_bfloat16raw_to_fp8(__nv_bfloat16_raw x,
                                                                 __nv_saturation_t saturate,
                                                                 __nv_fp8_interpretation_t kind) {
  return duet::spelling::to_float8(duet::bfloat16::from_bits(x.x), saturate, kind);
}
__device__ inline __nv_fp8x2_storage_t __nv_cvt_float2_to_fp8x2(float2 x,
                                                                __nv_saturation_t saturate,
                                                                __nv_fp8_interpretation_t kind) {
  return duet::spelling::to_float8_pair(x.x, x.y, saturate, kind);
}
__device__ inline __nv_fp8x2_storage_t __nv_cvt_double2_to_fp8x2(double2 x,
                                                                 __nv_saturation_t saturate,
                                                                 __nv_fp8_interpretation_t kind) {
  return duet::spelling::to_float8_pair(x.x, x.y, saturate, kind);
}
__device__ inline __nv_fp8x2_storage_t __nv_cvt_halfraw2_to_fp8x2(__half2_raw x,
                                                                  __nv_saturation_t saturate,
                                                                  __nv_fp8_interpretation_t kind) {
  return duet::spelling::to_float8_pair(duet::half::from_bits(x.x), duet::half::from_bits(x.y),
                                        saturate, kind);
}
__device__ inline __nv_fp8x2_storage_t __nv_cvt_bfloat16raw2_to_fp8x2(
    __nv_bfloat162_raw x, __nv_saturation_t saturate, __nv_fp8_interpretation_t kind) {
  return duet::spelling::to_float8_pair(duet::bfloat16::from_bits(x.x),
                                        duet::bfloat16::from_bits(x.y), saturate, kind);
}
__device__ inline __half_raw __nv_cvt_fp8_to_halfraw(__nv_fp8_storage_t x,
                                                     __nv_fp8_interpretation_t kind) {
  return __half_raw(duet::spelling::from_float8(x, kind));
}
__device__ inline __half2_raw __nv_cvt_fp8x2_to_halfraw2(__nv_fp8x2_storage_t x,
                                                         __nv_fp8_interpretation_t kind) {
  return __half2_raw(__half2(duet::spelling::from_float8(__nv_fp8_storage_t(x), kind),
                             duet::spelling::from_float8(__nv_fp8_storage_t(x >> 8), kind)));
}

/// A number of 8 bits. Conversions to it saturate.
#define DUET_SPELLING_FLOAT8(name, Number, kind)                                                   \
  struct name {                                                                                    \
    __nv_fp8_storage_t __x;                                                                        \
    name() = default;                                                                              \
    __device__ explicit name(float x) : __x(Number::saturated(x).bits()) {}                        \
    template <typename T, duet::detail::enable_if<(duet::detail::number_rank<T> >= 0)> = 0>        \
    __device__ explicit name(T x) : __x(Number::saturated(x).bits()) {}                            \
    __device__ explicit operator float() const { return float(Number::from_bits(__x)); }           \
    template <typename T, duet::detail::enable_if<(duet::detail::number_rank<T> >= 0)> = 0>        \
    __device__ explicit operator T() const {                                                       \
      return T(Number::from_bits(__x));                                                            \
    }                                                                                              \
  };                                                                                               \
  struct alignas(2) name##_pair {                                                                  \
    __nv_fp8x2_storage_t __x;                                                                      \
    name##_pair() = default;                                                                       \
    __device__ explicit name##_pair(float2 x)                                                      \
        : __x(__nv_cvt_float2_to_fp8x2(x, __NV_SATFINITE, kind)) {}                                \
    __device__ explicit name##_pair(double2 x)                                                     \
        : __x(__nv_cvt_double2_to_fp8x2(x, __NV_SATFINITE, kind)) {}                               \
    __device__ explicit name##_pair(__half2 x)                                                     \
        : __x(__nv_cvt_halfraw2_to_fp8x2(__half2_raw(x), __NV_SATFINITE, kind)) {}                 \
    __device__ explicit name##_pair(__nv_bfloat162 x)                                              \
        : __x(__nv_cvt_bfloat16raw2_to_fp8x2(__nv_bfloat162_raw(x), __NV_SATFINITE, kind)) {}      \
    __device__ explicit operator __half2() const {                                                 \
      return __half2(__nv_cvt_fp8x2_to_halfraw2(__x, kind));                                       \
    }                                                                                              \
    __device__ explicit operator float2() const {                                                  \
      return make_float2(float(Number::from_bits(__nv_fp8_storage_t(__x))),                        \
                         float(Number::from_bits(__nv_fp8_storage_t(__x >> 8))));                  \
    }                                                                                              \
  };                                                                                               \
  struct alignas(4) name##_four {                                                                  \
    __nv_fp8x4_storage_t __x;                                                                      \
    name##_four() = default;                                                                       \
    __device__ explicit name##_four(__half2 low, __half2 high)                                     \
        : name##_four(name##_pair(low), name##_pair(high)) {}                                      \
    __device__ explicit name##_four(__nv_bfloat162 low, __nv_bfloat162 high)                       \
        : name##_four(name##_pair(low), name##_pair(high)) {}                                      \
    __device__ explicit name##_four(float4 x)                                                      \
        : name##_four(name##_pair(make_float2(x.x, x.y)), name##_pair(make_float2(x.z, x.w))) {}   \
    __device__ explicit name##_four(double4 x)                                                     \
        : name##_four(name##_pair(make_double2(x.x, x.y)), name##_pair(make_double2(x.z, x.w))) {} \
    __device__ explicit operator float4() const {                                                  \
      return make_float4(float(Number::from_bits(__nv_fp8_storage_t(__x))),                        \
                         float(Number::from_bits(__nv_fp8_storage_t(__x >> 8))),                   \
                         float(Number::from_bits(__nv_fp8_storage_t(__x >> 16))),                  \
                         float(Number::from_bits(__nv_fp8_storage_t(__x >> 24))));                 \
    }                                                                                              \
                                                                                                   \
   private:                                                                                        \
    __device__ name##_four(name##_pair low, name##_pair high)                                      \
        : __x(low.__x | unsigned(high.__x) << 16) {}                                               \
  };
DUET_SPELLING_FLOAT8(__nv_fp8_e4m3, duet::float8_e4m3, __NV_E4M3)
DUET_SPELLING_FLOAT8(__nv_fp8_e5m2, duet::float8_e5m2, __NV_E5M2)
#undef DUET_SPELLING_FLOAT8
using __nv_fp8x2_e4m3 = __nv_fp8_e4m3_pair;
using __nv_fp8x4_e4m3 = __nv_fp8_e4m3_four;
using __nv_fp8x2_e5m2 = __nv_fp8_e5m2_pair;
using __nv_fp8x4_e5m2 = __nv_fp8_e5m2_four;

// Exponents of 8 bits, which scale blocks of smaller numbers.
__device__ inline __nv_bfloat16_raw __nv_cvt_e8m0_to_bf16raw(__nv_fp8_storage_t x) {
  const unsigned bits = x == 0 ? 0x40u : x == 255 ? 0x7fffu : unsigned(x) << 7;
  return __nv_bfloat16_raw(duet::bfloat16::from_bits(static_cast<unsigned short>(bits)));
}
__device__ inline __nv_fp8_storage_t __nv_cvt_float_to_e8m0(float x, __nv_saturation_t saturate,
                                                            cudaRoundMode rounding) {
  const unsigned bits = __float_as_uint(x) & 0x7fffffffu, fraction = bits & 0x7fffffu;
  if (bits > 0x7f800000u) return 255;
  // The least exponent is that of 2^-127, half of the least normal number.
  const bool is_above = bits >> 23 == 0 ? fraction > 0x400000u : fraction != 0;
  const unsigned exponent = (bits >> 23) + (rounding == cudaRoundPosInf && is_above ? 1 : 0);
  return __nv_fp8_storage_t(exponent > 254 && saturate == __NV_SATFINITE ? 254 : exponent);
}
__device__ inline __nv_fp8_storage_t __nv_cvt_double_to_e8m0(double x, __nv_saturation_t saturate,
                                                             cudaRoundMode rounding) {
  return __nv_cvt_float_to_e8m0(duet::detail::odd_float(x), saturate, rounding);
}
__device__ inline __nv_fp8_storage_t __nv_cvt_bfloat16raw_to_e8m0(__nv_bfloat16_raw x,
                                                                  __nv_saturation_t saturate,
                                                                  cudaRoundMode rounding) {
  return __nv_cvt_float_to_e8m0(float(duet::bfloat16::from_bits(x.x)), saturate, rounding);
}
__device__ inline __nv_fp8x2_storage_t __nv_cvt_float2_to_e8m0x2(float2 x,
                                                                 __nv_saturation_t saturate,
                                                                 cudaRoundMode rounding) {
  return __nv_fp8x2_storage_t(__nv_cvt_float_to_e8m0(x.x, saturate, rounding) |
                              __nv_cvt_float_to_e8m0(x.y, saturate, rounding) << 8);
}
__device__ inline __nv_fp8x2_storage_t __nv_cvt_double2_to_e8m0x2(double2 x,
                                                                  __nv_saturation_t saturate,
                                                                  cudaRoundMode rounding) {
  return __nv_cvt_float2_to_e8m0x2(
      make_float2(duet::detail::odd_float(x.x), duet::detail::odd_float(x.y)), saturate, rounding);
}
__device__ inline __nv_fp8x2_storage_t __nv_cvt_bfloat162raw_to_e8m0x2(__nv_bfloat162_raw x,
                                                                       __nv_saturation_t saturate,
                                                                       cudaRoundMode rounding) {
  return __nv_cvt_float2_to_e8m0x2(
      make_float2(float(duet::bfloat16::from_bits(x.x)), float(duet::bfloat16::from_bits(x.y))),
      saturate, rounding);
}
__device__ inline __nv_bfloat162_raw __nv_cvt_e8m0x2_to_bf162raw(__nv_fp8x2_storage_t x) {
  __nv_bfloat162_raw pair;
  pair.x = __nv_cvt_e8m0_to_bf16raw(__nv_fp8_storage_t(x)).x;
  pair.y = __nv_cvt_e8m0_to_bf16raw(__nv_fp8_storage_t(x >> 8)).x;
  return pair;
}
