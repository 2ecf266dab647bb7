#pragma once

// Atomic functions that hiprtc lacks. Those of a block have the scope of the device.

#include <duet/device/atomic.hpp>

// hiprtc also has those of floating-point numbers, which programs for CUDA write themselves. Its
// names are hidden, so that they do not clash.
#define atomicMin duet_spelled_atomicMin
#define atomicMax duet_spelled_atomicMax
#define DUET_SPELLING_ATOMIC_EXTREME(type)                      \
  __device__ inline type atomicMin(type* address, type value) { \
    return duet::atomic_min(address, value);                    \
  }                                                             \
  __device__ inline type atomicMax(type* address, type value) { \
    return duet::atomic_max(address, value);                    \
  }
DUET_SPELLING_ATOMIC_EXTREME(int)
DUET_SPELLING_ATOMIC_EXTREME(unsigned)
DUET_SPELLING_ATOMIC_EXTREME(long long)
DUET_SPELLING_ATOMIC_EXTREME(unsigned long long)
#undef DUET_SPELLING_ATOMIC_EXTREME

#define DUET_SPELLING_BITS(name, function)                                \
  __device__ inline long long name(long long* address, long long value) { \
    return duet::function(address, value);                                \
  }
DUET_SPELLING_BITS(atomicAnd, atomic_and)
DUET_SPELLING_BITS(atomicOr, atomic_or)
DUET_SPELLING_BITS(atomicXor, atomic_xor)
#undef DUET_SPELLING_BITS
__device__ inline unsigned short atomicCAS(unsigned short* address, unsigned short expected,
                                           unsigned short value) {
  return duet::atomic_compare_exchange(address, expected, value);
}
#define DUET_SPELLING_SCOPED(name, scope)                                                    \
  template <typename T_>                                                                     \
  __device__ inline T_ name##scope(T_* address, typename duet::spelling::Same<T_>::type x) { \
    return name(address, x);                                                                 \
  }
DUET_SPELLING_SCOPED(atomicAdd, _block)
DUET_SPELLING_SCOPED(atomicSub, _block)
DUET_SPELLING_SCOPED(atomicExch, _block)
DUET_SPELLING_SCOPED(atomicMin, _block)
DUET_SPELLING_SCOPED(atomicMax, _block)
DUET_SPELLING_SCOPED(atomicMin, _system)
DUET_SPELLING_SCOPED(atomicMax, _system)
DUET_SPELLING_SCOPED(atomicAnd, _block)
DUET_SPELLING_SCOPED(atomicOr, _block)
DUET_SPELLING_SCOPED(atomicXor, _block)
DUET_SPELLING_SCOPED(atomicInc, _block)
DUET_SPELLING_SCOPED(atomicDec, _block)
DUET_SPELLING_SCOPED(atomicInc, _system)
DUET_SPELLING_SCOPED(atomicDec, _system)
#undef DUET_SPELLING_SCOPED
template <typename T_>
__device__ inline T_ atomicCAS_block(T_* address, typename duet::spelling::Same<T_>::type expected,
                                     typename duet::spelling::Same<T_>::type value) {
  return atomicCAS(address, expected, value);
}
