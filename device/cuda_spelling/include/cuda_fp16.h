#pragma once

#include <duet/device/atomic.hpp>
#include <duet/device/half.hpp>
#include <duet/spelling/float16/functions.hpp>
#include <duet/spelling/vendor/half_names.hpp>

using __half = duet::half;
constexpr unsigned __half2_infinity = 0x7c00u;

DUET_SPELLING_PAIR_TYPE(__half, __half2, half_pair)

/// The bits of a number; converts both ways.
struct alignas(2) __half_raw {
  unsigned short x;
  __half_raw() = default;
  __host__ __device__ constexpr __half_raw(unsigned short bits) : x(bits) {}
  __device__ __half_raw(__half h) : x(h.bits()) {}
  __device__ operator __half() const { return __half::from_bits(x); }
};
struct alignas(4) __half2_raw {
  unsigned short x, y;
  __half2_raw() = default;
  __host__ __device__ constexpr __half2_raw(unsigned short low, unsigned short high)
      : x(low), y(high) {}
  __device__ __half2_raw(__half2 p) : x(p.x.bits()), y(p.y.bits()) {}
  __device__ operator __half2() const {
    return __half2(__half::from_bits(x), __half::from_bits(y));
  }
};
using nv_half = __half;
using nv_half2 = __half2;

DUET_SPELLING_TESTS(__half, __half2)
DUET_SPELLING_FLOAT16_NAMED(__half, __half2, half, half2)
DUET_SPELLING_FLOAT16_ARITHMETIC(__half, __half2)
DUET_SPELLING_FLOAT16_COMPARISONS(__half, __half2)
DUET_SPELLING_FLOAT16_EXTREMES(__half, __half2)
DUET_SPELLING_FLOAT16_MATH(__half, __half2)
DUET_SPELLING_FLOAT16_CONVERSIONS(__half, half)
DUET_SPELLING_FLOAT16_ATOMICS(__half, __half2)
DUET_SPELLING_FLOAT16_CLASSES(__half)
__device__ inline float __half2float(__half x) { return float(x); }
__device__ inline double __half2double(__half x) { return double(float(x)); }
#if defined(DUET_SPELLING_IS_NATIVE)
DUET_SPELLING_FLOAT16_WORDS(__half)
DUET_SPELLING_FLOAT16_WORDS(__half2)
#endif

#define CUDART_INF_FP16 __ushort_as_half(0x7c00u)
#define CUDART_NAN_FP16 __ushort_as_half(0x7fffu)
#define CUDART_MAX_NORMAL_FP16 __ushort_as_half(0x7bffu)
#define CUDART_MIN_DENORM_FP16 __ushort_as_half(0x0001u)
#define CUDART_ONE_FP16 __ushort_as_half(0x3c00u)
#define CUDART_ZERO_FP16 __ushort_as_half(0x0000u)
#define CUDART_NEG_ZERO_FP16 __ushort_as_half(0x8000u)

#include <duet/spelling/vendor/half_alias.hpp>
