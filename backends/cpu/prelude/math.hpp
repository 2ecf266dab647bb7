#pragma once

// The mathematical functions that CUDA has in the global namespace.
//
// The double and the f-suffixed functions are declared exactly as libc declares them, so that a
// kernel may include <cmath> or <math.h> after this. The overloads for float are templates:
// <math.h> brings std's overloads, which are not, into the global namespace, where they are then
// preferred rather than ambiguous.

// The functions of one and of two numbers. Headers in CUDA's spelling read the lists, too.
// clang-format off
#define DUET_CPU_MATH_1(X)                                                                     \
  X(acos) X(acosh) X(asin) X(asinh) X(atan) X(atanh) X(cbrt) X(ceil) X(cos) X(cosh) X(erf)     \
  X(erfc) X(exp) X(exp2) X(expm1) X(fabs) X(floor) X(lgamma) X(log) X(log10) X(log1p) X(log2)  \
  X(logb) X(nearbyint) X(rint) X(round) X(sin) X(sinh) X(sqrt) X(tan) X(tanh) X(tgamma) X(trunc)
// clang-format on
#define DUET_CPU_MATH_2(X) \
  X(atan2) X(copysign) X(fdim) X(fmax) X(fmin) X(fmod) X(hypot) X(nextafter) X(pow) X(remainder)
#define DUET_CPU_MATH_TO(X) \
  X(int, ilogb) X(long, lrint) X(long, lround) X(long long, llrint) X(long long, llround)

extern "C" {
#define X(name)                   \
  double name(double x) noexcept; \
  float name##f(float x) noexcept;
DUET_CPU_MATH_1(X)
#undef X
#define X(name)                             \
  double name(double x, double y) noexcept; \
  float name##f(float x, float y) noexcept;
DUET_CPU_MATH_2(X)
#undef X
#define X(result, name)           \
  result name(double x) noexcept; \
  result name##f(float x) noexcept;
DUET_CPU_MATH_TO(X)
#undef X
double fma(double x, double y, double z) noexcept;
float fmaf(float x, float y, float z) noexcept;
double ldexp(double x, int exponent) noexcept;
float ldexpf(float x, int exponent) noexcept;
double scalbn(double x, int exponent) noexcept;
float scalbnf(float x, int exponent) noexcept;
double frexp(double x, int* exponent) noexcept;
float frexpf(float x, int* exponent) noexcept;
double modf(double x, double* whole) noexcept;
float modff(float x, float* whole) noexcept;
double lgamma_r(double x, int* sign) noexcept;
float lgammaf_r(float x, int* sign) noexcept;
double exp10(double x) noexcept;
float exp10f(float x) noexcept;
double remquo(double x, double y, int* quotient) noexcept;
float remquof(float x, float y, int* quotient) noexcept;
int abs(int x) noexcept;
long labs(long x) noexcept;
long long llabs(long long x) noexcept;
}

namespace duet_cpu {

template <typename T, typename Result, bool = false>
struct OnlyIf {};
template <typename T, typename Result>
struct OnlyIf<T, Result, true> {
  using type = Result;
};
template <typename T>
struct Kind {
  static constexpr bool floating = false, integer = false;
};
#define DUET_CPU_KIND(T, is_floating)                                  \
  template <>                                                          \
  struct Kind<T> {                                                     \
    static constexpr bool floating = is_floating, integer = !floating; \
  };
DUET_CPU_KIND(float, true)
DUET_CPU_KIND(double, true)
DUET_CPU_KIND(bool, false)
DUET_CPU_KIND(char, false)
DUET_CPU_KIND(signed char, false)
DUET_CPU_KIND(unsigned char, false)
DUET_CPU_KIND(short, false)
DUET_CPU_KIND(unsigned short, false)
DUET_CPU_KIND(int, false)
DUET_CPU_KIND(unsigned, false)
DUET_CPU_KIND(long, false)
DUET_CPU_KIND(unsigned long, false)
DUET_CPU_KIND(long long, false)
DUET_CPU_KIND(unsigned long long, false)
#undef DUET_CPU_KIND

template <typename A, typename B>
struct Same {
  static constexpr bool value = false;
};
template <typename A>
struct Same<A, A> {
  static constexpr bool value = true;
};

template <typename T, typename Result = T>
using IfFloat = typename OnlyIf<T, Result, Same<T, float>::value>::type;
template <typename T, typename Result = T>
using IfFloating = typename OnlyIf<T, Result, Kind<T>::floating>::type;
template <typename T, typename Result = T>
using IfInteger = typename OnlyIf<T, Result, Kind<T>::integer>::type;
template <typename A, typename B>
using IfNumbers = typename OnlyIf<A, decltype(A() + B()),
                                  (Kind<A>::floating || Kind<A>::integer) &&
                                      (Kind<B>::floating || Kind<B>::integer)>::type;

}  // namespace duet_cpu

// An inline namespace, so that `::sqrt(x)` finds these too.
inline namespace duet_cpu_math {

#define X(name)                           \
  template <typename T>                   \
  inline duet_cpu::IfFloat<T> name(T x) { \
    return __builtin_##name##f(x);        \
  }
DUET_CPU_MATH_1(X)
#undef X
#define X(name)                                \
  template <typename T>                        \
  inline duet_cpu::IfFloat<T> name(T x, T y) { \
    return __builtin_##name##f(x, y);          \
  }
DUET_CPU_MATH_2(X)
#undef X
#define X(result, name)                           \
  template <typename T>                           \
  inline duet_cpu::IfFloat<T, result> name(T x) { \
    return __builtin_##name##f(x);                \
  }
DUET_CPU_MATH_TO(X)
#undef X
#undef DUET_CPU_MATH_TO

template <typename T>
inline duet_cpu::IfFloat<T> exp10(T x) {
  return exp10f(x);
}
template <typename T>
inline duet_cpu::IfFloat<T> fma(T x, T y, T z) {
  return __builtin_fmaf(x, y, z);
}
template <typename T>
inline duet_cpu::IfFloat<T> ldexp(T x, int exponent) {
  return __builtin_ldexpf(x, exponent);
}
template <typename T>
inline duet_cpu::IfFloat<T> scalbn(T x, int exponent) {
  return __builtin_scalbnf(x, exponent);
}
template <typename T>
inline duet_cpu::IfFloat<T> frexp(T x, int* exponent) {
  return __builtin_frexpf(x, exponent);
}
inline float modf(float x, float* whole) noexcept { return __builtin_modff(x, whole); }
template <typename T>
inline duet_cpu::IfFloating<T> abs(T x) {
  return __builtin_fabs(x);
}
template <typename T>
inline typename duet_cpu::OnlyIf<T, T, sizeof(T) == 8 && duet_cpu::Kind<T>::integer>::type abs(
    T x) {
  return x < 0 ? -x : x;
}

template <typename T>
inline duet_cpu::IfFloating<T, bool> isnan(T x) {
  return __builtin_isnan(x);
}
template <typename T>
inline duet_cpu::IfFloating<T, bool> isinf(T x) {
  return __builtin_isinf(x);
}
template <typename T>
inline duet_cpu::IfFloating<T, bool> isfinite(T x) {
  return __builtin_isfinite(x);
}
template <typename T>
inline duet_cpu::IfFloating<T, bool> signbit(T x) {
  return __builtin_signbit(x);
}
template <typename T>
constexpr duet_cpu::IfInteger<T, bool> isnan(T) {
  return false;
}
template <typename T>
constexpr duet_cpu::IfInteger<T, bool> isinf(T) {
  return false;
}
template <typename T>
constexpr duet_cpu::IfInteger<T, bool> isfinite(T) {
  return true;
}
template <typename T>
constexpr duet_cpu::IfInteger<T, bool> signbit(T x) {
  return x < T(0);
}

template <typename A, typename B>
constexpr duet_cpu::IfNumbers<A, B> min(A a, B b) {
  using C = decltype(a + b);
  return C(b) < C(a) ? C(b) : C(a);
}
template <typename A, typename B>
constexpr duet_cpu::IfNumbers<A, B> max(A a, B b) {
  using C = decltype(a + b);
  return C(a) < C(b) ? C(b) : C(a);
}

}  // namespace duet_cpu_math
