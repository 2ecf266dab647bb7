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
DUET_CPU_MATH_2(DUET_SPELLING_OF_NUMBERS)
#undef DUET_SPELLING_OF_NUMBERS

#define DUET_SPELLING_OF_NUMBER(name)                           \
  inline float name(float x) { return __builtin_##name##f(x); } \
  template <typename T_>                                        \
  inline duet_cpu::IfInteger<T_, double> name(T_ x) {           \
    return __builtin_##name(double(x));                         \
  }
DUET_CPU_MATH_1(DUET_SPELLING_OF_NUMBER)
#undef DUET_SPELLING_OF_NUMBER

#define DUET_SPELLING_CLASSIFY(name)                             \
  inline bool name(float x) { return __builtin_##name(x) != 0; } \
  inline bool name(double x) { return __builtin_##name(x) != 0; }
DUET_SPELLING_CLASSIFY(isfinite)
DUET_SPELLING_CLASSIFY(isinf)
DUET_SPELLING_CLASSIFY(isnan)
DUET_SPELLING_CLASSIFY(signbit)
#undef DUET_SPELLING_CLASSIFY

#define DUET_SPELLING_WITH_INTEGER(name, Second)                                       \
  inline float name(float x, Second second) { return __builtin_##name##f(x, second); } \
  template <typename T_>                                                               \
  inline duet_cpu::IfInteger<T_, double> name(T_ x, Second second) {                   \
    return __builtin_##name(double(x), second);                                        \
  }
DUET_SPELLING_WITH_INTEGER(frexp, int*)
DUET_SPELLING_WITH_INTEGER(ldexp, int)
DUET_SPELLING_WITH_INTEGER(scalbn, int)
#undef DUET_SPELLING_WITH_INTEGER

inline float fma(float a, float b, float c) { return __builtin_fmaf(a, b, c); }
template <typename A_, typename B_, typename C_, typename = duet_cpu::IfNumbers<A_, B_>,
          typename = duet_cpu::IfNumbers<B_, C_>>
inline double fma(A_ a, B_ b, C_ c) {
  return __builtin_fma(double(a), double(b), double(c));
}

}  // namespace duet_number_math
