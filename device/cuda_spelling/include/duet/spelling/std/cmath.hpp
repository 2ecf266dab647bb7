#pragma once

#include <duet/spelling/std/constants.hpp>

// The functions of <cmath>, which kernels have in the global namespace, in namespace std.

// Those of `long double`, which kernels name but do not compute with, are those of `double`.
#define DUET_SPELLING_LONG_1(name)                                \
  __host__ __device__ inline long double name##l(long double x) { \
    return ::name(static_cast<double>(x));                        \
  }                                                               \
  namespace std {                                                 \
  using ::name##l;                                                \
  }
#define DUET_SPELLING_LONG_2(name)                                               \
  __host__ __device__ inline long double name##l(long double x, long double y) { \
    return ::name(static_cast<double>(x), static_cast<double>(y));               \
  }                                                                              \
  namespace std {                                                                \
  using ::name##l;                                                               \
  }
DUET_SPELLING_LONG_1(ceil)
DUET_SPELLING_LONG_1(cos)
DUET_SPELLING_LONG_1(exp)
DUET_SPELLING_LONG_1(fabs)
DUET_SPELLING_LONG_1(floor)
DUET_SPELLING_LONG_1(log)
DUET_SPELLING_LONG_1(round)
DUET_SPELLING_LONG_1(sin)
DUET_SPELLING_LONG_1(sqrt)
DUET_SPELLING_LONG_1(tan)
DUET_SPELLING_LONG_1(trunc)
DUET_SPELLING_LONG_2(atan2)
DUET_SPELLING_LONG_2(copysign)
DUET_SPELLING_LONG_2(fmax)
DUET_SPELLING_LONG_2(fmin)
DUET_SPELLING_LONG_2(fmod)
DUET_SPELLING_LONG_2(hypot)
DUET_SPELLING_LONG_2(pow)
#undef DUET_SPELLING_LONG_1
#undef DUET_SPELLING_LONG_2

namespace std {

using ::abs;
using ::acos;
using ::acosf;
using ::acosh;
using ::acoshf;
using ::asin;
using ::asinf;
using ::asinh;
using ::asinhf;
using ::atan;
using ::atan2;
using ::atan2f;
using ::atanf;
using ::atanh;
using ::atanhf;
using ::cbrt;
using ::cbrtf;
using ::ceil;
using ::ceilf;
using ::copysign;
using ::copysignf;
using ::cos;
using ::cosf;
using ::cosh;
using ::coshf;
using ::erf;
using ::erfc;
using ::erfcf;
using ::erff;
using ::exp;
using ::exp2;
using ::exp2f;
using ::expf;
using ::expm1;
using ::expm1f;
using ::fabs;
using ::fabsf;
using ::fdim;
using ::fdimf;
using ::floor;
using ::floorf;
using ::fma;
using ::fmaf;
using ::fmax;
using ::fmaxf;
using ::fmin;
using ::fminf;
using ::fmod;
using ::fmodf;
using ::frexp;
using ::frexpf;
using ::hypot;
using ::hypotf;
using ::ilogb;
using ::ilogbf;
using ::isfinite;
using ::isinf;
using ::isnan;
using ::ldexp;
using ::ldexpf;
using ::lgamma;
using ::lgammaf;
using ::llrint;
using ::llrintf;
using ::llround;
using ::llroundf;
using ::log;
using ::log10;
using ::log10f;
using ::log1p;
using ::log1pf;
using ::log2;
using ::log2f;
using ::logb;
using ::logbf;
using ::logf;
using ::lrint;
using ::lrintf;
using ::lround;
using ::lroundf;
using ::modf;
using ::modff;
using ::nearbyint;
using ::nearbyintf;
using ::nextafter;
using ::nextafterf;
using ::pow;
using ::powf;
using ::remainder;
using ::remainderf;
using ::remquo;
using ::remquof;
using ::rint;
using ::rintf;
using ::round;
using ::roundf;
using ::scalbn;
using ::scalbnf;
using ::signbit;
using ::sin;
using ::sinf;
using ::sinh;
using ::sinhf;
using ::sqrt;
using ::sqrtf;
using ::tan;
using ::tanf;
using ::tanh;
using ::tanhf;
using ::tgamma;
using ::tgammaf;
using ::trunc;
using ::truncf;

/// The kind of a number, as the macros FP_… give it.
template <typename T_>
__device__ inline int fpclassify(T_ x) {
  if (isnan(x)) return FP_NAN;
  if (isinf(x)) return FP_INFINITE;
  if (x == T_(0)) return FP_ZERO;
  const T_ least = sizeof(T_) == sizeof(float) ? T_(FLT_MIN) : T_(DBL_MIN);
  return x < least && -x < least ? FP_SUBNORMAL : FP_NORMAL;
}

template <typename T_>
__device__ inline bool isnormal(T_ x) {
  return std::fpclassify(x) == FP_NORMAL;
}
#define DUET_SPELLING_NUMBER_COMPARISON(name, result) \
  template <typename A_, typename B_>                 \
  __host__ __device__ inline bool name(A_ a, B_ b) {  \
    return result;                                    \
  }
DUET_SPELLING_NUMBER_COMPARISON(isgreater, a > b)
DUET_SPELLING_NUMBER_COMPARISON(isgreaterequal, a >= b)
DUET_SPELLING_NUMBER_COMPARISON(isless, a < b)
DUET_SPELLING_NUMBER_COMPARISON(islessequal, a <= b)
DUET_SPELLING_NUMBER_COMPARISON(islessgreater, a<b || a> b)
DUET_SPELLING_NUMBER_COMPARISON(isunordered, a != a || b != b)
#undef DUET_SPELLING_NUMBER_COMPARISON
using float_t = float;
using double_t = double;
/// Exact at the ends, and monotonic.
template <typename T_>
__host__ __device__ inline T_ lerp(T_ a, T_ b, T_ t) {
  if ((a <= 0 && b >= 0) || (a >= 0 && b <= 0)) return t * b + (1 - t) * a;
  if (t == 1) return b;
  const T_ x = a + t * (b - a);
  return (t > 1) == (b > a) ? (b < x ? x : b) : (x < b ? x : b);
}

}  // namespace std
