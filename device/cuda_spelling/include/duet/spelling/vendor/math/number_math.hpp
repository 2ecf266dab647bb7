#pragma once

// The mathematical functions of integers, and of numbers of two types, which NVRTC lacks. They
// compute with double, as <cmath> does.

namespace duet::spelling {
template <typename T_>
struct NumberKind {
  static constexpr bool is_integer = false, is_number = false;
};
struct IntegerKind {
  static constexpr bool is_integer = true, is_number = true;
};
struct FloatKind {
  static constexpr bool is_integer = false, is_number = true;
};
template <>
struct NumberKind<bool> : IntegerKind {};
template <>
struct NumberKind<char> : IntegerKind {};
template <>
struct NumberKind<signed char> : IntegerKind {};
template <>
struct NumberKind<unsigned char> : IntegerKind {};
template <>
struct NumberKind<short> : IntegerKind {};
template <>
struct NumberKind<unsigned short> : IntegerKind {};
template <>
struct NumberKind<int> : IntegerKind {};
template <>
struct NumberKind<unsigned> : IntegerKind {};
template <>
struct NumberKind<long> : IntegerKind {};
template <>
struct NumberKind<unsigned long> : IntegerKind {};
template <>
struct NumberKind<long long> : IntegerKind {};
template <>
struct NumberKind<unsigned long long> : IntegerKind {};
template <>
struct NumberKind<float> : FloatKind {};
template <>
struct NumberKind<double> : FloatKind {};

template <bool condition, typename T_>
struct NumberIf {};
template <typename T_>
struct NumberIf<true, T_> {
  using type = T_;
};
template <typename T_, typename Result_>
using OfInteger = typename NumberIf<NumberKind<T_>::is_integer, Result_>::type;
template <typename A_, typename B_>
using OfNumbers =
    typename NumberIf<NumberKind<A_>::is_number && NumberKind<B_>::is_number, double>::type;
}  // namespace duet::spelling

inline namespace duet_number_math {

#define DUET_SPELLING_OF_INTEGER(Result, name)                                  \
  template <typename T_>                                                        \
  __host__ __device__ inline duet::spelling::OfInteger<T_, Result> name(T_ x) { \
    return ::name(double(x));                                                   \
  }
DUET_SPELLING_OF_INTEGER(double, acos)
DUET_SPELLING_OF_INTEGER(double, acosh)
DUET_SPELLING_OF_INTEGER(double, asin)
DUET_SPELLING_OF_INTEGER(double, asinh)
DUET_SPELLING_OF_INTEGER(double, atan)
DUET_SPELLING_OF_INTEGER(double, atanh)
DUET_SPELLING_OF_INTEGER(double, cbrt)
DUET_SPELLING_OF_INTEGER(double, ceil)
DUET_SPELLING_OF_INTEGER(double, cos)
DUET_SPELLING_OF_INTEGER(double, cosh)
DUET_SPELLING_OF_INTEGER(double, erf)
DUET_SPELLING_OF_INTEGER(double, erfc)
DUET_SPELLING_OF_INTEGER(double, exp)
DUET_SPELLING_OF_INTEGER(double, exp2)
DUET_SPELLING_OF_INTEGER(double, expm1)
DUET_SPELLING_OF_INTEGER(double, fabs)
DUET_SPELLING_OF_INTEGER(double, floor)
DUET_SPELLING_OF_INTEGER(double, lgamma)
DUET_SPELLING_OF_INTEGER(double, log)
DUET_SPELLING_OF_INTEGER(double, log10)
DUET_SPELLING_OF_INTEGER(double, log1p)
DUET_SPELLING_OF_INTEGER(double, log2)
DUET_SPELLING_OF_INTEGER(double, logb)
DUET_SPELLING_OF_INTEGER(double, nearbyint)
DUET_SPELLING_OF_INTEGER(double, rint)
DUET_SPELLING_OF_INTEGER(double, round)
DUET_SPELLING_OF_INTEGER(double, sin)
DUET_SPELLING_OF_INTEGER(double, sinh)
DUET_SPELLING_OF_INTEGER(double, sqrt)
DUET_SPELLING_OF_INTEGER(double, tan)
DUET_SPELLING_OF_INTEGER(double, tanh)
DUET_SPELLING_OF_INTEGER(double, tgamma)
DUET_SPELLING_OF_INTEGER(double, trunc)
DUET_SPELLING_OF_INTEGER(int, ilogb)
DUET_SPELLING_OF_INTEGER(long, lrint)
DUET_SPELLING_OF_INTEGER(long, lround)
DUET_SPELLING_OF_INTEGER(long long, llrint)
DUET_SPELLING_OF_INTEGER(long long, llround)
DUET_SPELLING_OF_INTEGER(bool, isfinite)
DUET_SPELLING_OF_INTEGER(bool, isinf)
DUET_SPELLING_OF_INTEGER(bool, isnan)
DUET_SPELLING_OF_INTEGER(bool, signbit)
#undef DUET_SPELLING_OF_INTEGER

#define DUET_SPELLING_WITH_INTEGER(name, Second)                                               \
  template <typename T_>                                                                       \
  __host__ __device__ inline duet::spelling::OfInteger<T_, double> name(T_ x, Second second) { \
    return ::name(double(x), second);                                                          \
  }
DUET_SPELLING_WITH_INTEGER(frexp, int*)
DUET_SPELLING_WITH_INTEGER(ldexp, int)
DUET_SPELLING_WITH_INTEGER(scalbln, long)
DUET_SPELLING_WITH_INTEGER(scalbn, int)
#undef DUET_SPELLING_WITH_INTEGER

#define DUET_SPELLING_OF_NUMBERS(name)                                            \
  template <typename A_, typename B_>                                             \
  __host__ __device__ inline duet::spelling::OfNumbers<A_, B_> name(A_ a, B_ b) { \
    return ::name(double(a), double(b));                                          \
  }
DUET_SPELLING_OF_NUMBERS(atan2)
DUET_SPELLING_OF_NUMBERS(copysign)
DUET_SPELLING_OF_NUMBERS(fdim)
DUET_SPELLING_OF_NUMBERS(fmax)
DUET_SPELLING_OF_NUMBERS(fmin)
DUET_SPELLING_OF_NUMBERS(fmod)
DUET_SPELLING_OF_NUMBERS(hypot)
DUET_SPELLING_OF_NUMBERS(nextafter)
DUET_SPELLING_OF_NUMBERS(pow)
DUET_SPELLING_OF_NUMBERS(remainder)
#undef DUET_SPELLING_OF_NUMBERS

}  // namespace duet_number_math
