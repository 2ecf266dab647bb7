#pragma once

// min and max of integers of 64 bits of different types, such as int64_t and long long: without
// them, calls would be ambiguous, or computed with double.

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
