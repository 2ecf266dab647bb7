#pragma once

#include <duet/device/atomic.hpp>
#include <duet/device/bfloat16.hpp>
#include <duet/spelling/float16/functions.hpp>
#include <duet/spelling/vendor/half_names.hpp>

using __nv_bfloat16 = duet::bfloat16;
using nv_bfloat16 = __nv_bfloat16;
constexpr unsigned __nv_bfloat162_infinity = 0x7f80u;

DUET_SPELLING_PAIR_TYPE(__nv_bfloat16, __nv_bfloat162, bfloat16_pair)
using nv_bfloat162 = __nv_bfloat162;

/// The bits of a number; converts both ways.
struct alignas(2) __nv_bfloat16_raw {
  unsigned short x;
  __nv_bfloat16_raw() = default;
  __host__ __device__ constexpr __nv_bfloat16_raw(unsigned short bits) : x(bits) {}
  __device__ __nv_bfloat16_raw(__nv_bfloat16 h) : x(h.bits()) {}
  __device__ operator __nv_bfloat16() const { return __nv_bfloat16::from_bits(x); }
};
struct alignas(4) __nv_bfloat162_raw {
  unsigned short x, y;
  __nv_bfloat162_raw() = default;
  __host__ __device__ constexpr __nv_bfloat162_raw(unsigned short low, unsigned short high)
      : x(low), y(high) {}
  __device__ __nv_bfloat162_raw(__nv_bfloat162 p) : x(p.x.bits()), y(p.y.bits()) {}
  __device__ operator __nv_bfloat162() const {
    return __nv_bfloat162(__nv_bfloat16::from_bits(x), __nv_bfloat16::from_bits(y));
  }
};

DUET_SPELLING_TESTS(__nv_bfloat16, __nv_bfloat162)
DUET_SPELLING_FLOAT16_NAMED(__nv_bfloat16, __nv_bfloat162, bfloat16, bfloat162)
DUET_SPELLING_FLOAT16_ARITHMETIC(__nv_bfloat16, __nv_bfloat162)
DUET_SPELLING_FLOAT16_COMPARISONS(__nv_bfloat16, __nv_bfloat162)
DUET_SPELLING_FLOAT16_EXTREMES(__nv_bfloat16, __nv_bfloat162)
DUET_SPELLING_FLOAT16_MATH(__nv_bfloat16, __nv_bfloat162)
DUET_SPELLING_FLOAT16_CONVERSIONS(__nv_bfloat16, bfloat16)
DUET_SPELLING_FLOAT16_ATOMICS(__nv_bfloat16, __nv_bfloat162)
DUET_SPELLING_FLOAT16_CLASSES(__nv_bfloat16)
__device__ inline float __bfloat162float(__nv_bfloat16 x) { return float(x); }
__device__ inline double __bfloat162double(__nv_bfloat16 x) { return double(float(x)); }
#if defined(DUET_SPELLING_IS_NATIVE)
DUET_SPELLING_FLOAT16_WORDS(__nv_bfloat16)
DUET_SPELLING_FLOAT16_WORDS(__nv_bfloat162)
#endif

#define CUDART_INF_BF16 __ushort_as_bfloat16(0x7f80u)
#define CUDART_NAN_BF16 __ushort_as_bfloat16(0x7fffu)
#define CUDART_MAX_NORMAL_BF16 __ushort_as_bfloat16(0x7f7fu)
#define CUDART_MIN_DENORM_BF16 __ushort_as_bfloat16(0x0001u)
#define CUDART_ONE_BF16 __ushort_as_bfloat16(0x3f80u)
#define CUDART_ZERO_BF16 __ushort_as_bfloat16(0x0000u)
#define CUDART_NEG_ZERO_BF16 __ushort_as_bfloat16(0x8000u)
