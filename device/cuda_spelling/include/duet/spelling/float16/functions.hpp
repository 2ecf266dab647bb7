#pragma once

// The functions that cuda_fp16.h and cuda_bf16.h have in common. Each macro takes the type H, the
// type H2 of two of them, and defines the functions for both.

#include <duet/device/float16_pair.hpp>
#include <duet/spelling/float16/long_integers.hpp>
#include <duet/spelling/float16/pair_operators.hpp>
#include <duet/spelling/float16/rounded.hpp>

// Programs declare vectors of 16-bit floats with it.
#define __CUDA_ALIGN__(bytes) __align__(bytes)

// clang-format off
#define DUET_SPELLING_FLOAT16_MODES(X, H, name) X(H, name, rn) X(H, name, rz) X(H, name, ru) X(H, name, rd)
// clang-format on

/// The type of two numbers.
#define DUET_SPELLING_PAIR_TYPE(H, H2, pair_of)                  \
  struct alignas(4) H2 : duet::spelling::PairOperators<H2> {     \
    using single = H;                                            \
    H x, y;                                                      \
    H2() = default;                                              \
    __device__ H2(H a, H b) : x(a), y(b) {}                      \
    __device__ H2(duet::pair_of p) : x(p.x), y(p.y) {}           \
    __device__ operator duet::pair_of() const { return {x, y}; } \
    __device__ duet::pair_of pair() const { return {x, y}; }     \
  };

/// A function of one number by an expression in x, and the function of two of them.
#define DUET_SPELLING_UNARY(H, H2, name, name2, expression) \
  __device__ inline H name(H x) { return expression; }      \
  __device__ inline H2 name2(H2 p) { return H2(name(p.x), name(p.y)); }
#define DUET_SPELLING_MATH(H, H2, name, function) \
  DUET_SPELLING_UNARY(H, H2, h##name, h2##name, H(function(float(x))))
/// One that programs for earlier versions of CUDA define themselves: those are preferred.
#define DUET_SPELLING_MATH_IF_MISSING(H, H2, name, function) \
  template <typename = void>                                 \
  __device__ inline H h##name(H x) {                         \
    return H(function(float(x)));                            \
  }                                                          \
  template <typename = void>                                 \
  __device__ inline H2 h2##name(H2 p) {                      \
    return H2(h##name(p.x), h##name(p.y));                   \
  }
#define DUET_SPELLING_BINARY(H, H2, name, expression, expression2)                               \
  __device__ inline H name(H a, H b) { return expression; }                                      \
  __device__ inline H2 name##2(H2 a, H2 b) { return expression2; }                               \
  __device__ inline H name##_rn(H a, H b) { return name(a, b); }                                 \
  __device__ inline H2 name##2_rn(H2 a, H2 b) { return name##2(a, b); }                          \
  __device__ inline H name##_sat(H a, H b) { return duet::spelling::saturate_to_1(name(a, b)); } \
  __device__ inline H2 name##2_sat(H2 a, H2 b) {                                                 \
    return H2(name##_sat(a.x, b.x), name##_sat(a.y, b.y));                                       \
  }
/// A comparison, ordered and unordered, of numbers and of pairs in three forms of results.
#define DUET_SPELLING_COMPARISON(H, H2, name, condition, unordered)     \
  DUET_SPELLING_COMPARISON_OF(H, H2, name, (condition) && !(unordered)) \
  DUET_SPELLING_COMPARISON_OF(H, H2, name##u, (condition) || (unordered))
#define DUET_SPELLING_COMPARISON_OF(H, H2, name, condition)                                 \
  __device__ inline bool __h##name(H a, H b) { return condition; }                          \
  __device__ inline H2 __h##name##2(H2 a, H2 b) {                                           \
    return H2(H(__h##name(a.x, b.x) ? 1.0f : 0.0f), H(__h##name(a.y, b.y) ? 1.0f : 0.0f));  \
  }                                                                                         \
  __device__ inline bool __hb##name##2(H2 a, H2 b) {                                        \
    return __h##name(a.x, b.x) && __h##name(a.y, b.y);                                      \
  }                                                                                         \
  __device__ inline unsigned __h##name##2_mask(H2 a, H2 b) {                                \
    return (__h##name(a.x, b.x) ? 0xffffu : 0u) | (__h##name(a.y, b.y) ? 0xffff0000u : 0u); \
  }

#define DUET_SPELLING_FLOAT16_ARITHMETIC(H, H2)                                                   \
  DUET_SPELLING_BINARY(H, H2, __hadd, a + b, a + b)                                               \
  DUET_SPELLING_BINARY(H, H2, __hsub, a - b, a - b)                                               \
  DUET_SPELLING_BINARY(H, H2, __hmul, (a) * (b), (a) * (b))                                       \
  __device__ inline H __hdiv(H a, H b) { return a / b; }                                          \
  __device__ inline H2 __h2div(H2 a, H2 b) { return a / b; }                                      \
  __device__ inline H __hfma(H a, H b, H c) { return duet::fma(a, b, c); }                        \
  __device__ inline H2 __hfma2(H2 a, H2 b, H2 c) { return fma(a.pair(), b.pair(), c.pair()); }    \
  __device__ inline H __hfma_sat(H a, H b, H c) {                                                 \
    return duet::spelling::saturate_to_1(__hfma(a, b, c));                                        \
  }                                                                                               \
  __device__ inline H2 __hfma2_sat(H2 a, H2 b, H2 c) {                                            \
    return H2(__hfma_sat(a.x, b.x, c.x), __hfma_sat(a.y, b.y, c.y));                              \
  }                                                                                               \
  __device__ inline H __hfma_relu(H a, H b, H c) {                                                \
    const H r = __hfma(a, b, c);                                                                  \
    return float(r) < 0.0f ? H(0.0f) : r;                                                         \
  }                                                                                               \
  __device__ inline H2 __hfma2_relu(H2 a, H2 b, H2 c) {                                           \
    return H2(__hfma_relu(a.x, b.x, c.x), __hfma_relu(a.y, b.y, c.y));                            \
  }                                                                                               \
  /* a * b + c of complex numbers. */                                                             \
  __device__ inline H2 __hcmadd(H2 a, H2 b, H2 c) {                                               \
    return H2(__hfma(-a.y, b.y, __hfma(a.x, b.x, c.x)), __hfma(a.y, b.x, __hfma(a.x, b.y, c.y))); \
  }                                                                                               \
  DUET_SPELLING_UNARY(H, H2, __hneg, __hneg2, -x)                                                 \
  DUET_SPELLING_UNARY(H, H2, __habs, __habs2, H::from_bits(duet::uint16_t(x.bits() & 0x7fffu)))
#define DUET_SPELLING_FLOAT16_COMPARISONS(H, H2)                          \
  DUET_SPELLING_COMPARISON(H, H2, eq, a == b, __hisnan(a) || __hisnan(b)) \
  DUET_SPELLING_COMPARISON(H, H2, ne, a != b, __hisnan(a) || __hisnan(b)) \
  DUET_SPELLING_COMPARISON(H, H2, le, a <= b, __hisnan(a) || __hisnan(b)) \
  DUET_SPELLING_COMPARISON(H, H2, ge, a >= b, __hisnan(a) || __hisnan(b)) \
  DUET_SPELLING_COMPARISON(H, H2, lt, a < b, __hisnan(a) || __hisnan(b))  \
  DUET_SPELLING_COMPARISON(H, H2, gt, a > b, __hisnan(a) || __hisnan(b))
#define DUET_SPELLING_FLOAT16_EXTREMES(H, H2)        \
  DUET_SPELLING_EXTREME(H, H2, __hmax, true, false)  \
  DUET_SPELLING_EXTREME(H, H2, __hmin, false, false) \
  DUET_SPELLING_EXTREME_NAN(H, H2, __hmax, true)     \
  DUET_SPELLING_EXTREME_NAN(H, H2, __hmin, false)
#define DUET_SPELLING_FLOAT16_MATH(H, H2)           \
  DUET_SPELLING_MATH(H, H2, sqrt, sqrtf)            \
  DUET_SPELLING_MATH(H, H2, rsqrt, 1.0f / sqrtf)    \
  DUET_SPELLING_MATH(H, H2, rcp, 1.0f /)            \
  DUET_SPELLING_MATH(H, H2, log, logf)              \
  DUET_SPELLING_MATH(H, H2, log2, log2f)            \
  DUET_SPELLING_MATH(H, H2, log10, log10f)          \
  DUET_SPELLING_MATH(H, H2, exp, expf)              \
  DUET_SPELLING_MATH(H, H2, exp2, exp2f)            \
  DUET_SPELLING_MATH(H, H2, exp10, exp10f)          \
  DUET_SPELLING_MATH(H, H2, sin, sinf)              \
  DUET_SPELLING_MATH(H, H2, cos, cosf)              \
  DUET_SPELLING_MATH_IF_MISSING(H, H2, tanh, tanhf) \
  DUET_SPELLING_MATH(H, H2, tanh_approx, tanhf)     \
  DUET_SPELLING_MATH(H, H2, ceil, ceilf)            \
  DUET_SPELLING_MATH(H, H2, floor, floorf)          \
  DUET_SPELLING_MATH(H, H2, rint, rintf)            \
  DUET_SPELLING_MATH(H, H2, trunc, truncf)

#define DUET_SPELLING_EXTREME_OF(H, H2, name, name2, greatest, nan_wins)                           \
  __device__ inline H name(H a, H b) { return duet::spelling::extreme(a, b, greatest, nan_wins); } \
  __device__ inline H2 name2(H2 a, H2 b) { return H2(name(a.x, b.x), name(a.y, b.y)); }
#define DUET_SPELLING_EXTREME(H, H2, name, greatest, nan_wins) \
  DUET_SPELLING_EXTREME_OF(H, H2, name, name##2, greatest, nan_wins)
#define DUET_SPELLING_EXTREME_NAN(H, H2, name, greatest) \
  DUET_SPELLING_EXTREME_OF(H, H2, name##_nan, name##2_nan, greatest, true)

/// Tests; before the comparisons, which use them.
#define DUET_SPELLING_TESTS(H, H2)                                                         \
  __device__ inline bool __hisnan(H x) { return (x.bits() & 0x7fffu) > H2##_infinity; }    \
  __device__ inline int __hisinf(H x) {                                                    \
    return x.bits() == H2##_infinity ? 1 : x.bits() == (H2##_infinity | 0x8000u) ? -1 : 0; \
  }                                                                                        \
  __device__ inline H2 __hisnan2(H2 p) {                                                   \
    return H2(H(__hisnan(p.x) ? 1.0f : 0.0f), H(__hisnan(p.y) ? 1.0f : 0.0f));             \
  }

// Conversions, with the name that CUDA gives the type in them, one for each rounding mode.
#define DUET_SPELLING_FROM_INTEGER(H, n, mode)                   \
  __device__ inline H __short2##n##_##mode(short x) {            \
    return duet::spelling::round_##mode<H>(float(x));            \
  }                                                              \
  __device__ inline H __ushort2##n##_##mode(unsigned short x) {  \
    return duet::spelling::round_##mode<H>(float(x));            \
  }                                                              \
  __device__ inline H __int2##n##_##mode(int x) {                \
    return duet::spelling::round_##mode<H>(double(x));           \
  }                                                              \
  __device__ inline H __uint2##n##_##mode(unsigned x) {          \
    return duet::spelling::round_##mode<H>(double(x));           \
  }                                                              \
  __device__ inline H __ll2##n##_##mode(long long x) {           \
    return duet::spelling::round_long_##mode<H>(x);              \
  }                                                              \
  __device__ inline H __ull2##n##_##mode(unsigned long long x) { \
    return duet::spelling::round_long_##mode<H>(x);              \
  }                                                              \
  __device__ inline H __float2##n##_##mode(float x) { return duet::spelling::round_##mode<H>(x); }
#define DUET_SPELLING_TO_INTEGER(H, n, mode)                                                    \
  __device__ inline short __##n##2short_##mode(H x) {                                           \
    return duet::detail::saturate<short>(duet::spelling::whole_##mode(float(x)));               \
  }                                                                                             \
  __device__ inline unsigned short __##n##2ushort_##mode(H x) {                                 \
    return duet::detail::saturate<unsigned short>(duet::spelling::whole_##mode(float(x)));      \
  }                                                                                             \
  __device__ inline int __##n##2int_##mode(H x) { return __float2int_##mode(float(x)); }        \
  __device__ inline unsigned __##n##2uint_##mode(H x) { return __float2uint_##mode(float(x)); } \
  __device__ inline long long __##n##2ll_##mode(H x) { return __float2ll_##mode(float(x)); }    \
  __device__ inline unsigned long long __##n##2ull_##mode(H x) {                                \
    return __float2ull_##mode(float(x));                                                        \
  }

/// Conversions in rounding modes, and from and to integers.
#define DUET_SPELLING_FLOAT16_CONVERSIONS(H, n)                     \
  DUET_SPELLING_FLOAT16_MODES(DUET_SPELLING_FROM_INTEGER, H, n)     \
  DUET_SPELLING_FLOAT16_MODES(DUET_SPELLING_TO_INTEGER, H, n)       \
  __device__ inline signed char __##n##2char_rz(H x) {              \
    return duet::detail::saturate<signed char>(truncf(float(x)));   \
  }                                                                 \
  __device__ inline unsigned char __##n##2uchar_rz(H x) {           \
    return duet::detail::saturate<unsigned char>(truncf(float(x))); \
  }

/// Functions whose names contain the type's name n, and the pair's name n2.
#define DUET_SPELLING_FLOAT16_NAMED(H, H2, n, n2)                                         \
  __device__ inline H __float2##n(float x) { return H(x); }                               \
  __device__ inline H __double2##n(double x) { return H(x); }                             \
  __device__ inline short __##n##_as_short(H x) { return short(x.bits()); }               \
  __device__ inline unsigned short __##n##_as_ushort(H x) { return x.bits(); }            \
  __device__ inline H __short_as_##n(short x) { return H::from_bits(duet::uint16_t(x)); } \
  __device__ inline H __ushort_as_##n(unsigned short x) { return H::from_bits(x); }       \
  __device__ inline H __low2##n(H2 p) { return p.x; }                                     \
  __device__ inline H __high2##n(H2 p) { return p.y; }                                    \
  __device__ inline float __low2float(H2 p) { return float(p.x); }                        \
  __device__ inline float __high2float(H2 p) { return float(p.y); }                       \
  __device__ inline H2 __low2##n2(H2 p) { return H2(p.x, p.x); }                          \
  __device__ inline H2 __high2##n2(H2 p) { return H2(p.y, p.y); }                         \
  __device__ inline H2 __lows2##n2(H2 a, H2 b) { return H2(a.x, b.x); }                   \
  __device__ inline H2 __highs2##n2(H2 a, H2 b) { return H2(a.y, b.y); }                  \
  __device__ inline H2 __lowhigh2highlow(H2 p) { return H2(p.y, p.x); }                   \
  __device__ inline H2 __halves2##n2(H a, H b) { return H2(a, b); }                       \
  __device__ inline H2 __##n##2##n2(H a) { return H2(a, a); }                             \
  __device__ inline H2 make_##n2(H a, H b) { return H2(a, b); }                           \
  __device__ inline H2 __float2##n2##_rn(float x) { return H2(H(x), H(x)); }              \
  __device__ inline H2 __floats2##n2##_rn(float a, float b) { return H2(H(a), H(b)); }    \
  __device__ inline H2 __float22##n2##_rn(float2 p) { return H2(H(p.x), H(p.y)); }        \
  __device__ inline float2 __##n2##2float2(H2 p) { return make_float2(float(p.x), float(p.y)); }

/// Atomic additions. A pair is two additions, as on NVIDIA's GPUs. Programs may define these for
/// types that are the same here, which then precede the templates.
#define DUET_SPELLING_FLOAT16_ATOMICS(H, H2)                                                   \
  template <typename = void>                                                                   \
  __device__ inline H atomicAdd(H* address, H value) {                                         \
    return duet::atomic_add(address, value);                                                   \
  }                                                                                            \
  template <typename = void>                                                                   \
  __device__ inline H2 atomicAdd(H2* address, H2 value) {                                      \
    return H2(duet::atomic_add(&address->x, value.x), duet::atomic_add(&address->y, value.y)); \
  }

/// What is a function for float and double.
#define DUET_SPELLING_FLOAT16_CLASSES(H) \
  template <typename = void>             \
  __device__ inline bool isnan(H x) {    \
    return isnan(float(x));              \
  }                                      \
  template <typename = void>             \
  __device__ inline bool isinf(H x) {    \
    return isinf(float(x));              \
  }                                      \
  template <typename = void>             \
  __device__ inline bool isfinite(H x) { \
    return isfinite(float(x));           \
  }

/// Functions that take a number's bits, where the language has none for these types.
#define DUET_SPELLING_FLOAT16_WORDS(H)                         \
  __device__ inline H __ldg(const H* p) { return *p; }         \
  __device__ inline H __ldca(const H* p) { return *p; }        \
  __device__ inline H __ldcg(const H* p) { return *p; }        \
  __device__ inline H __ldcs(const H* p) { return *p; }        \
  __device__ inline void __stcg(H* p, H x) { *p = x; }         \
  __device__ inline void __stcs(H* p, H x) { *p = x; }         \
  __device__ inline void __stwt(H* p, H x) { *p = x; }         \
  DUET_SPELLING_FLOAT16_SHUFFLE(H, __shfl_sync, int)           \
  DUET_SPELLING_FLOAT16_SHUFFLE(H, __shfl_up_sync, unsigned)   \
  DUET_SPELLING_FLOAT16_SHUFFLE(H, __shfl_down_sync, unsigned) \
  DUET_SPELLING_FLOAT16_SHUFFLE(H, __shfl_xor_sync, int)
#define DUET_SPELLING_FLOAT16_SHUFFLE(H, name, number)                                       \
  __device__ inline H name(unsigned mask, H x, number n, int width = 32) {                   \
    using Word = duet::detail::conditional<sizeof(H) == 2, unsigned short, unsigned>;        \
    return duet::bit_cast<H>(Word(name(mask, unsigned(duet::bit_cast<Word>(x)), n, width))); \
  }
