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

}  // namespace duet_number_math
