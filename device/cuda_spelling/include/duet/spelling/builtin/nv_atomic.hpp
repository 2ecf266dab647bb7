#pragma once

// Atomic functions with an order and a scope, as compilers of CUDA 12.8 and later have them. All
// are sequentially consistent and have the scope of the device or of the system here.

#include <duet/device/atomic.hpp>
#include <duet/spelling/builtin/memory.hpp>

#define __NV_ATOMIC_RELAXED 0
#define __NV_ATOMIC_CONSUME 1
#define __NV_ATOMIC_ACQUIRE 2
#define __NV_ATOMIC_RELEASE 3
#define __NV_ATOMIC_ACQ_REL 4
#define __NV_ATOMIC_SEQ_CST 5
#define __NV_THREAD_SCOPE_THREAD 1
#define __NV_THREAD_SCOPE_BLOCK 2
#define __NV_THREAD_SCOPE_CLUSTER 3
#define __NV_THREAD_SCOPE_DEVICE 4
#define __NV_THREAD_SCOPE_SYSTEM 5

#define DUET_SPELLING_ATOMIC(name, call)                                                        \
  template <typename T_>                                                                        \
  __device__ inline T_ name(T_* address, typename duet::spelling::Same<T_>::type value, int,    \
                            int = __NV_THREAD_SCOPE_SYSTEM) {                                   \
    return duet::call<duet::memory_order::seq_cst, duet::memory_scope::system>(address, value); \
  }
DUET_SPELLING_ATOMIC(__nv_atomic_fetch_add, atomic_add)
DUET_SPELLING_ATOMIC(__nv_atomic_fetch_sub, atomic_sub)
DUET_SPELLING_ATOMIC(__nv_atomic_fetch_and, atomic_and)
DUET_SPELLING_ATOMIC(__nv_atomic_fetch_or, atomic_or)
DUET_SPELLING_ATOMIC(__nv_atomic_fetch_xor, atomic_xor)
DUET_SPELLING_ATOMIC(__nv_atomic_fetch_min, atomic_min)
DUET_SPELLING_ATOMIC(__nv_atomic_fetch_max, atomic_max)
DUET_SPELLING_ATOMIC(__nv_atomic_exchange_n, atomic_exchange)
#undef DUET_SPELLING_ATOMIC
template <typename T_>
__device__ inline T_ __nv_atomic_load_n(const T_* address, int, int = __NV_THREAD_SCOPE_SYSTEM) {
  return duet::atomic_load<duet::memory_order::seq_cst, duet::memory_scope::system>(address);
}
template <typename T_>
__device__ inline void __nv_atomic_load(const T_* address, T_* value, int order,
                                        int = __NV_THREAD_SCOPE_SYSTEM) {
  *value = __nv_atomic_load_n(address, order);
}
template <typename T_>
__device__ inline void __nv_atomic_store_n(T_* address,
                                           typename duet::spelling::Same<T_>::type value, int,
                                           int = __NV_THREAD_SCOPE_SYSTEM) {
  duet::atomic_store<duet::memory_order::seq_cst, duet::memory_scope::system>(address, value);
}
template <typename T_>
__device__ inline void __nv_atomic_store(T_* address, T_* value, int order,
                                         int = __NV_THREAD_SCOPE_SYSTEM) {
  __nv_atomic_store_n(address, *value, order);
}
template <typename T_>
__device__ inline bool __nv_atomic_compare_exchange_n(T_* address, T_* expected,
                                                      typename duet::spelling::Same<T_>::type value,
                                                      bool, int, int,
                                                      int = __NV_THREAD_SCOPE_SYSTEM) {
  const T_ before = *expected;
  *expected =
      duet::atomic_compare_exchange<duet::memory_order::seq_cst, duet::memory_scope::system>(
          address, before, value);
  return *expected == before;
}
template <typename T_>
__device__ inline bool __nv_atomic_compare_exchange(T_* address, T_* expected, T_* value, bool weak,
                                                    int success, int failure,
                                                    int = __NV_THREAD_SCOPE_SYSTEM) {
  return __nv_atomic_compare_exchange_n(address, expected, *value, weak, success, failure);
}
__device__ inline void __nv_atomic_thread_fence(int, int = __NV_THREAD_SCOPE_SYSTEM) {
  __threadfence_system();
}
