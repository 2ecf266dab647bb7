#pragma once

// CUDA's atomic functions, for the types that they have everywhere. They order other accesses too,
// which costs nothing here.

namespace duet_cpu {

/// Replaces the value by what `change` makes of it and returns the old one.
template <typename T, typename Change>
inline T atomic_update(T* address, Change change) {
  T old, desired;
  __atomic_load(address, &old, __ATOMIC_RELAXED);
  do {
    desired = change(old);
  } while (!__atomic_compare_exchange(address, &old, &desired, true, __ATOMIC_SEQ_CST,
                                      __ATOMIC_RELAXED));
  return old;
}

}  // namespace duet_cpu

#define DUET_CPU_ATOMIC_BITS(T)                                                                \
  inline T atomicMin(T* address, T value) {                                                    \
    return duet_cpu::atomic_update(address, [=](T old) { return value < old ? value : old; }); \
  }                                                                                            \
  inline T atomicMax(T* address, T value) {                                                    \
    return duet_cpu::atomic_update(address, [=](T old) { return old < value ? value : old; }); \
  }                                                                                            \
  inline T atomicAnd(T* address, T value) {                                                    \
    return __atomic_fetch_and(address, value, __ATOMIC_SEQ_CST);                               \
  }                                                                                            \
  inline T atomicOr(T* address, T value) {                                                     \
    return __atomic_fetch_or(address, value, __ATOMIC_SEQ_CST);                                \
  }                                                                                            \
  inline T atomicXor(T* address, T value) {                                                    \
    return __atomic_fetch_xor(address, value, __ATOMIC_SEQ_CST);                               \
  }

#define DUET_CPU_ATOMIC_INTEGER(T)                                                  \
  inline T atomicAdd(T* address, T value) {                                         \
    return __atomic_fetch_add(address, value, __ATOMIC_SEQ_CST);                    \
  }                                                                                 \
  inline T atomicExch(T* address, T value) {                                        \
    return __atomic_exchange_n(address, value, __ATOMIC_SEQ_CST);                   \
  }                                                                                 \
  inline T atomicCAS(T* address, T expected, T value) {                             \
    __atomic_compare_exchange_n(address, &expected, value, false, __ATOMIC_SEQ_CST, \
                                __ATOMIC_SEQ_CST);                                  \
    return expected;                                                                \
  }                                                                                 \
  DUET_CPU_ATOMIC_BITS(T)

#define DUET_CPU_ATOMIC_REAL(T)                                                  \
  inline T atomicAdd(T* address, T value) {                                      \
    return duet_cpu::atomic_update(address, [=](T old) { return old + value; }); \
  }

DUET_CPU_ATOMIC_INTEGER(int)
DUET_CPU_ATOMIC_INTEGER(unsigned)
DUET_CPU_ATOMIC_INTEGER(unsigned long long)
DUET_CPU_ATOMIC_BITS(long long)
DUET_CPU_ATOMIC_REAL(float)
DUET_CPU_ATOMIC_REAL(double)
#undef DUET_CPU_ATOMIC_REAL
#undef DUET_CPU_ATOMIC_INTEGER
#undef DUET_CPU_ATOMIC_BITS

inline unsigned short atomicCAS(unsigned short* address, unsigned short expected,
                                unsigned short value) {
  __atomic_compare_exchange_n(address, &expected, value, false, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST);
  return expected;
}
inline float atomicExch(float* address, float value) {
  float old;
  __atomic_exchange(address, &value, &old, __ATOMIC_SEQ_CST);
  return old;
}
inline int atomicSub(int* address, int value) {
  return __atomic_fetch_sub(address, value, __ATOMIC_SEQ_CST);
}
inline unsigned atomicSub(unsigned* address, unsigned value) {
  return __atomic_fetch_sub(address, value, __ATOMIC_SEQ_CST);
}
/// Counts up to `limit` and then from 0 again.
inline unsigned atomicInc(unsigned* address, unsigned limit) {
  return duet_cpu::atomic_update(address,
                                 [=](unsigned old) { return old >= limit ? 0u : old + 1u; });
}
/// Counts down to 0 and then from `limit` again.
inline unsigned atomicDec(unsigned* address, unsigned limit) {
  return duet_cpu::atomic_update(
      address, [=](unsigned old) { return old == 0 || old > limit ? limit : old - 1u; });
}
