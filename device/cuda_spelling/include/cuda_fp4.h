#pragma once

#include <cuda_fp8.h>

// 4-bit floating-point numbers: OCP's E2M1, whose values are 0, 0.5, 1, 1.5, 2, 3, 4 and 6.

typedef unsigned char __nv_fp4_storage_t;
typedef unsigned char __nv_fp4x2_storage_t;
typedef unsigned short __nv_fp4x4_storage_t;
enum __nv_fp4_interpretation_t { __NV_E2M1 };

namespace duet::spelling {

/// The nearest number, of two that are equally near the even one. Conversions saturate.
__device__ inline __nv_fp4_storage_t to_float4(double x) {
  if (x != x) return 7;
  const double size = x < 0 ? -x : x;
  const int code = size <= 0.25  ? 0
                   : size < 0.75 ? 1
                   : size <= 1.25 ? 2
                   : size < 1.75  ? 3
                   : size <= 2.5  ? 4
                   : size < 3.5   ? 5
                   : size <= 5.0  ? 6
                                  : 7;
  const bool is_negative = __double_as_longlong(x) < 0;
  return __nv_fp4_storage_t(code | (is_negative ? 8 : 0));
}
__device__ inline float from_float4(unsigned bits) {
  const unsigned exponent = bits >> 1 & 3u, fraction = bits & 1u;
  const float size = exponent == 0 ? 0.5f * float(fraction)
                                   : float(1u << exponent) * (0.5f + 0.25f * float(fraction));
  return (bits & 8u) != 0 ? -size : size;
}
/// The first number is in the low bits.
__device__ inline __nv_fp4x2_storage_t to_float4_pair(double x, double y) {
  return __nv_fp4x2_storage_t(to_float4(x) | to_float4(y) << 4);
}

}  // namespace duet::spelling

__device__ inline __nv_fp4_storage_t __nv_cvt_float_to_fp4(float x, __nv_fp4_interpretation_t,
                                                           cudaRoundMode) {
  return duet::spelling::to_float4(double(x));
}
__device__ inline __nv_fp4_storage_t __nv_cvt_double_to_fp4(double x, __nv_fp4_interpretation_t,
                                                            cudaRoundMode) {
  return duet::spelling::to_float4(x);
}
__device__ inline __nv_fp4_storage_t __nv_cvt_halfraw_to_fp4(__half_raw x,
                                                             __nv_fp4_interpretation_t,
                                                             cudaRoundMode) {
  return duet::spelling::to_float4(double(float(duet::half::from_bits(x.x))));
}
__device__ inline __nv_fp4_storage_t __nv_cvt_bfloat16raw_to_fp4(__nv_bfloat16_raw x,
                                                                 __nv_fp4_interpretation_t,
                                                                 cudaRoundMode) {
  return duet::spelling::to_float4(double(float(duet::bfloat16::from_bits(x.x))));
}
__device__ inline __nv_fp4x2_storage_t __nv_cvt_float2_to_fp4x2(float2 x,
                                                                __nv_fp4_interpretation_t,
                                                                cudaRoundMode) {
  return duet::spelling::to_float4_pair(double(x.x), double(x.y));
}
__device__ inline __nv_fp4x2_storage_t __nv_cvt_double2_to_fp4x2(double2 x,
                                                                 __nv_fp4_interpretation_t,
                                                                 cudaRoundMode) {
  return duet::spelling::to_float4_pair(x.x, x.y);
}
__device__ inline __nv_fp4x2_storage_t __nv_cvt_halfraw2_to_fp4x2(__half2_raw x,
                                                                  __nv_fp4_interpretation_t,
                                                                  cudaRoundMode) {
  return duet::spelling::to_float4_pair(double(float(duet::half::from_bits(x.x))),
                                        double(float(duet::half::from_bits(x.y))));
}
__device__ inline __half_raw __nv_cvt_fp4_to_halfraw(__nv_fp4_storage_t x,
                                                     __nv_fp4_interpretation_t) {
  return __half_raw(duet::half(duet::spelling::from_float4(x)));
}
__device__ inline __half2_raw __nv_cvt_fp4x2_to_halfraw2(__nv_fp4x2_storage_t x,
                                                         __nv_fp4_interpretation_t) {
  return __half2_raw(__half2(duet::half(duet::spelling::from_float4(x & 15u)),
                             duet::half(duet::spelling::from_float4(x >> 4 & 15u))));
}

struct __nv_fp4_e2m1 {
  __nv_fp4_storage_t __x;
  __nv_fp4_e2m1() = default;
  __device__ explicit __nv_fp4_e2m1(float x) : __x(duet::spelling::to_float4(double(x))) {}
  __device__ explicit __nv_fp4_e2m1(double x) : __x(duet::spelling::to_float4(x)) {}
  __device__ explicit operator float() const { return duet::spelling::from_float4(__x); }
};
struct __nv_fp4x2_e2m1 {
  __nv_fp4x2_storage_t __x;
  __nv_fp4x2_e2m1() = default;
  __device__ explicit __nv_fp4x2_e2m1(float2 x)
      : __x(duet::spelling::to_float4_pair(double(x.x), double(x.y))) {}
  __device__ explicit operator float2() const {
    return make_float2(duet::spelling::from_float4(__x & 15u),
                       duet::spelling::from_float4(__x >> 4 & 15u));
  }
};
struct alignas(2) __nv_fp4x4_e2m1 {
  __nv_fp4x4_storage_t __x;
  __nv_fp4x4_e2m1() = default;
  __device__ explicit __nv_fp4x4_e2m1(float4 x)
      : __x(static_cast<__nv_fp4x4_storage_t>(
            duet::spelling::to_float4_pair(double(x.x), double(x.y)) |
            duet::spelling::to_float4_pair(double(x.z), double(x.w)) << 8)) {}
  __device__ explicit operator float4() const {
    return make_float4(duet::spelling::from_float4(__x & 15u),
                       duet::spelling::from_float4(__x >> 4 & 15u),
                       duet::spelling::from_float4(__x >> 8 & 15u),
                       duet::spelling::from_float4(__x >> 12 & 15u));
  }
};
