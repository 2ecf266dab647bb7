#pragma once

// The atomic functions of CUDA and HIP. They order other accesses too, which costs nothing here.
// Each comes three times: for the scopes of the device, of the block and of the whole system.

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
template <typename T>
inline T atomic_exchange(T* address, T value) {
  T old;
  __atomic_exchange(address, &value, &old, __ATOMIC_SEQ_CST);
  return old;
}
template <typename T>
inline T atomic_compare_exchange(T* address, T expected, T value) {
  __atomic_compare_exchange_n(address, &expected, value, false, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST);
  return expected;
}
template <typename T>
inline T atomic_min(T* address, T value) {
  return atomic_update(address, [=](T old) { return value < old ? value : old; });
}
template <typename T>
inline T atomic_max(T* address, T value) {
  return atomic_update(address, [=](T old) { return old < value ? value : old; });
}
template <typename T>
inline T atomic_add_real(T* address, T value) {
  return atomic_update(address, [=](T old) { return old + value; });
}

}  // namespace duet_cpu

#define DUET_CPU_ATOMIC_IN(scope, name, T, ...) \
  inline T name##scope(T* address, T value) { return __VA_ARGS__; }
#define DUET_CPU_ATOMIC(name, T, ...)              \
  DUET_CPU_ATOMIC_IN(, name, T, __VA_ARGS__)       \
  DUET_CPU_ATOMIC_IN(_block, name, T, __VA_ARGS__) \
  DUET_CPU_ATOMIC_IN(_system, name, T, __VA_ARGS__)
#define DUET_CPU_ATOMIC_CAS_IN(scope, T)                                \
  inline T atomicCAS##scope(T* address, T expected, T value) {          \
    return duet_cpu::atomic_compare_exchange(address, expected, value); \
  }
#define DUET_CPU_ATOMIC_CAS(T)      \
  DUET_CPU_ATOMIC_CAS_IN(, T)       \
  DUET_CPU_ATOMIC_CAS_IN(_block, T) \
  DUET_CPU_ATOMIC_CAS_IN(_system, T)

#define DUET_CPU_ATOMIC_ORDER(T)                                      \
  DUET_CPU_ATOMIC(atomicMin, T, duet_cpu::atomic_min(address, value)) \
  DUET_CPU_ATOMIC(atomicMax, T, duet_cpu::atomic_max(address, value))
#define DUET_CPU_ATOMIC_INTEGER(T)                                                      \
  DUET_CPU_ATOMIC(atomicAdd, T, __atomic_fetch_add(address, value, __ATOMIC_SEQ_CST))   \
  DUET_CPU_ATOMIC(atomicSub, T, __atomic_fetch_sub(address, value, __ATOMIC_SEQ_CST))   \
  DUET_CPU_ATOMIC(atomicAnd, T, __atomic_fetch_and(address, value, __ATOMIC_SEQ_CST))   \
  DUET_CPU_ATOMIC(atomicOr, T, __atomic_fetch_or(address, value, __ATOMIC_SEQ_CST))     \
  DUET_CPU_ATOMIC(atomicXor, T, __atomic_fetch_xor(address, value, __ATOMIC_SEQ_CST))   \
  DUET_CPU_ATOMIC(atomicExch, T, __atomic_exchange_n(address, value, __ATOMIC_SEQ_CST)) \
  DUET_CPU_ATOMIC_ORDER(T)                                                              \
  DUET_CPU_ATOMIC_CAS(T)
#define DUET_CPU_ATOMIC_REAL(T)                                             \
  DUET_CPU_ATOMIC(atomicAdd, T, duet_cpu::atomic_add_real(address, value))  \
  DUET_CPU_ATOMIC(atomicSub, T, duet_cpu::atomic_add_real(address, -value)) \
  DUET_CPU_ATOMIC(atomicExch, T, duet_cpu::atomic_exchange(address, value)) \
  DUET_CPU_ATOMIC_ORDER(T)

DUET_CPU_ATOMIC_INTEGER(int)
DUET_CPU_ATOMIC_INTEGER(unsigned)
DUET_CPU_ATOMIC_INTEGER(unsigned long)
DUET_CPU_ATOMIC_INTEGER(unsigned long long)
DUET_CPU_ATOMIC_ORDER(long long)
DUET_CPU_ATOMIC_REAL(float)
DUET_CPU_ATOMIC_REAL(double)
DUET_CPU_ATOMIC_CAS(unsigned short)

// Counts up to a limit and then from 0 again, or down to 0 and then from the limit again.
DUET_CPU_ATOMIC(atomicInc, unsigned, duet_cpu::atomic_update(address, [=](unsigned old) {
                  return old >= value ? 0u : old + 1u;
                }))
DUET_CPU_ATOMIC(atomicDec, unsigned, duet_cpu::atomic_update(address, [=](unsigned old) {
                  return old == 0 || old > value ? value : old - 1u;
                }))

#undef DUET_CPU_ATOMIC_REAL
#undef DUET_CPU_ATOMIC_INTEGER
#undef DUET_CPU_ATOMIC_ORDER
#undef DUET_CPU_ATOMIC_CAS
#undef DUET_CPU_ATOMIC_CAS_IN
#undef DUET_CPU_ATOMIC
#undef DUET_CPU_ATOMIC_IN
