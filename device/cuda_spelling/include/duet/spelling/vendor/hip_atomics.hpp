#pragma once

// Atomic functions that hiprtc lacks. Those of a block have the scope of the device.

#include <duet/device/atomic.hpp>

__device__ inline long long atomicMin(long long* address, long long value) {
  return duet::atomic_min(address, value);
}
__device__ inline long long atomicMax(long long* address, long long value) {
  return duet::atomic_max(address, value);
}
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
