#pragma once

// Functions of two numbers, of float and of different types, as <cmath> has them. Calls of a
// program's templates of their names, and of classes that convert to numbers and back, would be
// ambiguous without these.

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

}  // namespace duet_number_math
