#pragma once

// Functions of float, of integers and of two numbers of different types, as <cmath> has them. Calls
// of a program's templates of their names, and of classes that convert to numbers and back, would
// be ambiguous without these.

inline namespace duet_number_math {

#define DUET_SPELLING_OF_NUMBERS(name)                                        \
  inline float name(float a, float b) { return __builtin_##name##f(a, b); }   \
  template <typename A_, typename B_, typename = duet_cpu::IfNumbers<A_, B_>> \
  inline double name(A_ a, B_ b) {                                            \
    return __builtin_##name(double(a), double(b));                            \
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

#define DUET_SPELLING_OF_NUMBER(name)                           \
  inline float name(float x) { return __builtin_##name##f(x); } \
  template <typename T_>                                        \
  inline duet_cpu::IfInteger<T_, double> name(T_ x) {           \
    return __builtin_##name(double(x));                         \
  }
DUET_SPELLING_OF_NUMBER(acos)
DUET_SPELLING_OF_NUMBER(acosh)
DUET_SPELLING_OF_NUMBER(asin)
DUET_SPELLING_OF_NUMBER(asinh)
DUET_SPELLING_OF_NUMBER(atan)
DUET_SPELLING_OF_NUMBER(atanh)
DUET_SPELLING_OF_NUMBER(cbrt)
DUET_SPELLING_OF_NUMBER(ceil)
DUET_SPELLING_OF_NUMBER(cos)
DUET_SPELLING_OF_NUMBER(cosh)
DUET_SPELLING_OF_NUMBER(erf)
DUET_SPELLING_OF_NUMBER(erfc)
DUET_SPELLING_OF_NUMBER(exp)
DUET_SPELLING_OF_NUMBER(exp2)
DUET_SPELLING_OF_NUMBER(expm1)
DUET_SPELLING_OF_NUMBER(fabs)
DUET_SPELLING_OF_NUMBER(floor)
DUET_SPELLING_OF_NUMBER(lgamma)
DUET_SPELLING_OF_NUMBER(log)
DUET_SPELLING_OF_NUMBER(log10)
DUET_SPELLING_OF_NUMBER(log1p)
DUET_SPELLING_OF_NUMBER(log2)
DUET_SPELLING_OF_NUMBER(logb)
DUET_SPELLING_OF_NUMBER(nearbyint)
DUET_SPELLING_OF_NUMBER(rint)
DUET_SPELLING_OF_NUMBER(round)
DUET_SPELLING_OF_NUMBER(sin)
DUET_SPELLING_OF_NUMBER(sinh)
DUET_SPELLING_OF_NUMBER(sqrt)
DUET_SPELLING_OF_NUMBER(tan)
DUET_SPELLING_OF_NUMBER(tanh)
DUET_SPELLING_OF_NUMBER(tgamma)
DUET_SPELLING_OF_NUMBER(trunc)
#undef DUET_SPELLING_OF_NUMBER

}  // namespace duet_number_math
