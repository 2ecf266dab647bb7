#pragma once

// min, max and abs that a target lacks. They are no templates, so that calls take them and not a
// program's template of their name.

#define DUET_SPELLING_EXTREMES(T)                                       \
  __device__ constexpr inline T min(T a, T b) { return b < a ? b : a; } \
  __device__ constexpr inline T max(T a, T b) { return a < b ? b : a; }
#ifndef DUET_SPELLING_IS_NATIVE
DUET_SPELLING_EXTREMES(unsigned)
DUET_SPELLING_EXTREMES(long)
DUET_SPELLING_EXTREMES(unsigned long)
DUET_SPELLING_EXTREMES(long long)
DUET_SPELLING_EXTREMES(unsigned long long)
#endif
#ifdef DUET_SPELLING_LACKS_EXTREMES
DUET_SPELLING_EXTREMES(int)
// Of a number and NaN, the number.
inline float min(float a, float b) { return __builtin_fminf(a, b); }
inline float max(float a, float b) { return __builtin_fmaxf(a, b); }
inline double min(double a, double b) { return __builtin_fmin(a, b); }
inline double max(double a, double b) { return __builtin_fmax(a, b); }
inline float abs(float x) { return __builtin_fabsf(x); }
inline double abs(double x) { return __builtin_fabs(x); }
inline long abs(long x) { return x < 0 ? -x : x; }
inline long long abs(long long x) { return x < 0 ? -x : x; }
#endif
#undef DUET_SPELLING_EXTREMES

// Of integers of different types, such as int64_t and long long: calls would be ambiguous, or
// computed with double.
#define DUET_SPELLING_MIXED(A, B)                                                             \
  __device__ inline B min(A a, B b) { return static_cast<B>(a) < b ? static_cast<B>(a) : b; } \
  __device__ inline B min(B a, A b) { return min(b, a); }                                     \
  __device__ inline B max(A a, B b) { return static_cast<B>(a) < b ? b : static_cast<B>(a); } \
  __device__ inline B max(B a, A b) { return max(b, a); }
DUET_SPELLING_MIXED(long, long long)
DUET_SPELLING_MIXED(long, unsigned long long)
DUET_SPELLING_MIXED(long long, unsigned long)
DUET_SPELLING_MIXED(unsigned long, unsigned long long)
#ifndef DUET_SPELLING_IS_NATIVE
DUET_SPELLING_MIXED(int, unsigned)
DUET_SPELLING_MIXED(long, unsigned long)
DUET_SPELLING_MIXED(long long, unsigned long long)
#endif
#undef DUET_SPELLING_MIXED
