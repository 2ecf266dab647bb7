#pragma once

// The atomic functions of CUDA and HIP, each for three scopes: device, block and system. They are
// sequentially consistent, which costs nothing on a CPU.

namespace duet_cpu {

/// Replaces the value by `change(value)`. @returns the old value
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
inline T atomic_add(T* address, T value) {
  return __atomic_fetch_add(address, value, __ATOMIC_SEQ_CST);
}
inline float atomic_add(float* address, float value) {
  return atomic_update(address, [=](float old) { return old + value; });
}
inline double atomic_add(double* address, double value) {
  return atomic_update(address, [=](double old) { return old + value; });
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

enum AtomicKind : unsigned { arithmetic = 1, bits = 2, order = 4, comparison = 8, counting = 16 };

/// The atomic functions that exist for a type.
template <typename T>
struct AtomicKinds {
  static constexpr unsigned value = 0;
};
#define DUET_CPU_ATOMIC_KINDS(T, kinds)      \
  template <>                                \
  struct AtomicKinds<T> {                    \
    static constexpr unsigned value = kinds; \
  };
DUET_CPU_ATOMIC_KINDS(int, arithmetic | bits | order | comparison)
DUET_CPU_ATOMIC_KINDS(unsigned, arithmetic | bits | order | comparison | counting)
DUET_CPU_ATOMIC_KINDS(unsigned long, arithmetic | bits | order | comparison)
DUET_CPU_ATOMIC_KINDS(unsigned long long, arithmetic | bits | order | comparison)
DUET_CPU_ATOMIC_KINDS(long long, bits | order)
DUET_CPU_ATOMIC_KINDS(float, arithmetic | order)
DUET_CPU_ATOMIC_KINDS(double, arithmetic | order)
DUET_CPU_ATOMIC_KINDS(unsigned short, comparison)
#undef DUET_CPU_ATOMIC_KINDS

template <typename T, AtomicKind kind, bool has = (AtomicKinds<T>::value & kind) != 0>
struct AtomicOf {};
template <typename T, AtomicKind kind>
struct AtomicOf<T, kind, true> {
  using type = T;
};

}  // namespace duet_cpu

// Templates, since the compiler parses them faster than overloads for each type. Values convert to
// the type in memory, as they do for the vendors' overloads.
#define DUET_CPU_ATOMIC_IN(scope, name, kind, ...)                                               \
  template <typename T>                                                                          \
  inline T name##scope(T* address, typename duet_cpu::AtomicOf<T, duet_cpu::kind>::type value) { \
    return __VA_ARGS__;                                                                          \
  }
#define DUET_CPU_ATOMIC(name, kind, ...)              \
  DUET_CPU_ATOMIC_IN(, name, kind, __VA_ARGS__)       \
  DUET_CPU_ATOMIC_IN(_block, name, kind, __VA_ARGS__) \
  DUET_CPU_ATOMIC_IN(_system, name, kind, __VA_ARGS__)
#define DUET_CPU_ATOMIC_CAS(scope)                                                               \
  template <typename T>                                                                          \
  inline T atomicCAS##scope(T* address,                                                          \
                            typename duet_cpu::AtomicOf<T, duet_cpu::comparison>::type expected, \
                            typename duet_cpu::AtomicOf<T, duet_cpu::comparison>::type value) {  \
    return duet_cpu::atomic_compare_exchange(address, expected, value);                          \
  }

DUET_CPU_ATOMIC(atomicAdd, arithmetic, duet_cpu::atomic_add(address, value))
DUET_CPU_ATOMIC(atomicSub, arithmetic, duet_cpu::atomic_add(address, T(-value)))
DUET_CPU_ATOMIC(atomicExch, arithmetic, duet_cpu::atomic_exchange(address, value))
DUET_CPU_ATOMIC(atomicAnd, bits, __atomic_fetch_and(address, value, __ATOMIC_SEQ_CST))
DUET_CPU_ATOMIC(atomicOr, bits, __atomic_fetch_or(address, value, __ATOMIC_SEQ_CST))
DUET_CPU_ATOMIC(atomicXor, bits, __atomic_fetch_xor(address, value, __ATOMIC_SEQ_CST))
DUET_CPU_ATOMIC(atomicMin, order,
                duet_cpu::atomic_update(address, [=](T old) { return value < old ? value : old; }))
DUET_CPU_ATOMIC(atomicMax, order,
                duet_cpu::atomic_update(address, [=](T old) { return old < value ? value : old; }))
// Count up to the limit, then from 0 again; or down to 0, then from the limit again.
DUET_CPU_ATOMIC(atomicInc, counting, duet_cpu::atomic_update(address, [=](T old) {
                  return old >= value ? 0u : old + 1u;
                }))
DUET_CPU_ATOMIC(atomicDec, counting, duet_cpu::atomic_update(address, [=](T old) {
                  return old == 0 || old > value ? value : old - 1u;
                }))
DUET_CPU_ATOMIC_CAS()
DUET_CPU_ATOMIC_CAS(_block)
DUET_CPU_ATOMIC_CAS(_system)

#undef DUET_CPU_ATOMIC_CAS
#undef DUET_CPU_ATOMIC
#undef DUET_CPU_ATOMIC_IN
