#pragma once

// Older names of conversions and intrinsics, which take the rounding mode as an argument. CUDA 13
// has dropped them.

#include <duet/spelling/vendor/runtime_types.hpp>
#ifndef DUET_SPELLING_IS_NATIVE
#include <duet/spelling/builtin/conversions.hpp>
#include <duet/spelling/builtin/integers.hpp>
#endif

#define DUET_SPELLING_CONVERSION(Result, name, T, usual)           \
  __device__ inline Result name(T x, cudaRoundMode mode = usual) { \
    return mode == cudaRoundNearest  ? __##name##_rn(x)            \
           : mode == cudaRoundZero   ? __##name##_rz(x)            \
           : mode == cudaRoundPosInf ? __##name##_ru(x)            \
                                     : __##name##_rd(x);           \
  }
DUET_SPELLING_CONVERSION(int, float2int, float, cudaRoundZero)
DUET_SPELLING_CONVERSION(unsigned, float2uint, float, cudaRoundZero)
DUET_SPELLING_CONVERSION(float, int2float, int, cudaRoundNearest)
DUET_SPELLING_CONVERSION(float, uint2float, unsigned, cudaRoundNearest)
#ifndef DUET_SPELLING_IS_NATIVE  // NVRTC has those of double
DUET_SPELLING_CONVERSION(int, double2int, double, cudaRoundZero)
DUET_SPELLING_CONVERSION(unsigned, double2uint, double, cudaRoundZero)
DUET_SPELLING_CONVERSION(long long, double2ll, double, cudaRoundZero)
DUET_SPELLING_CONVERSION(unsigned long long, double2ull, double, cudaRoundZero)
DUET_SPELLING_CONVERSION(double, ll2double, long long, cudaRoundNearest)
DUET_SPELLING_CONVERSION(double, ull2double, unsigned long long, cudaRoundNearest)
__device__ inline double int2double(int x) { return x; }
__device__ inline double uint2double(unsigned x) { return x; }
__device__ inline double float2double(float x) { return x; }
#endif
#undef DUET_SPELLING_CONVERSION

__device__ inline int float_as_int(float x) { return __float_as_int(x); }
__device__ inline float int_as_float(int x) { return __int_as_float(x); }
__device__ inline unsigned float_as_uint(float x) { return __float_as_uint(x); }
__device__ inline float uint_as_float(unsigned x) { return __uint_as_float(x); }
__device__ inline int mulhi(int a, int b) { return __mulhi(a, b); }
__device__ inline unsigned mulhi(unsigned a, unsigned b) { return __umulhi(a, b); }
__device__ inline unsigned umulhi(unsigned a, unsigned b) { return __umulhi(a, b); }
__device__ inline long long mul64hi(long long a, long long b) { return __mul64hi(a, b); }
__device__ inline int mul24(int a, int b) { return __mul24(a, b); }
__device__ inline unsigned umul24(unsigned a, unsigned b) { return __umul24(a, b); }
__device__ inline float saturate(float x) { return __saturatef(x); }
