#pragma once

// AMD's atomic operations on words of 32 and 64 bits, and loads and stores of smaller ones.

#include <duet/device/detail/type_traits.hpp>
#include <duet/device/memory_order.hpp>

namespace duet::vendor {

static_assert(int(memory_scope::wave) == __HIP_MEMORY_SCOPE_WAVEFRONT &&
              int(memory_scope::block) == __HIP_MEMORY_SCOPE_WORKGROUP &&
              int(memory_scope::device) == __HIP_MEMORY_SCOPE_AGENT &&
              int(memory_scope::system) == __HIP_MEMORY_SCOPE_SYSTEM);

/// Size in bytes.
inline constexpr unsigned smallest_atomic_word = 4;
/// Whether the word around a small value is read by an atomic operation, as race detectors want it.
inline constexpr bool reads_parts_atomically = false;
inline constexpr bool has_atomic_minimum = true;
/// Whether there is an atomic addition of T, besides integers.
template <typename T>
inline constexpr bool adds_atomically = detail::is_same<T, float> || detail::is_same<T, double>;

template <memory_order order, memory_scope scope>
struct Atomics {
  static __device__ void fence() {
// The compiler needs both arguments as literals, even in code that is never instantiated.
#define DUET_HIP_FENCE(name)                             \
  if constexpr (order == memory_order::acquire) {        \
    __builtin_amdgcn_fence(__ATOMIC_ACQUIRE, name);      \
  } else if constexpr (order == memory_order::release) { \
    __builtin_amdgcn_fence(__ATOMIC_RELEASE, name);      \
  } else if constexpr (order == memory_order::acq_rel) { \
    __builtin_amdgcn_fence(__ATOMIC_ACQ_REL, name);      \
  } else if constexpr (order == memory_order::seq_cst) { \
    __builtin_amdgcn_fence(__ATOMIC_SEQ_CST, name);      \
  }
    if constexpr (scope == memory_scope::wave) {
      DUET_HIP_FENCE("wavefront")
    } else if constexpr (scope == memory_scope::block) {
      DUET_HIP_FENCE("workgroup")
    } else if constexpr (scope == memory_scope::device) {
      DUET_HIP_FENCE("agent")
    } else {
      DUET_HIP_FENCE("")
    }
#undef DUET_HIP_FENCE
  }

  template <typename W>
  static __device__ W load(const W* address) {
    return __hip_atomic_load(address, int(order), int(scope));
  }
  template <typename W>
  static __device__ void store(W* address, W value) {
    __hip_atomic_store(address, value, int(order), int(scope));
  }
  template <typename W>
  static __device__ W exchange(W* address, W value) {
    return __hip_atomic_exchange(address, value, int(order), int(scope));
  }
  template <typename W>
  static __device__ W compare_exchange(W* address, W expected, W desired) {
    __hip_atomic_compare_exchange_strong(address, &expected, desired, int(order),
                                         int(detail::without_write(order)), int(scope));
    return expected;
  }
  template <typename W>
  static __device__ W add(W* address, W value) {
    return __hip_atomic_fetch_add(address, value, int(order), int(scope));
  }
  template <typename W>
  static __device__ W bit_and(W* address, W value) {
    return __hip_atomic_fetch_and(address, value, int(order), int(scope));
  }
  template <typename W>
  static __device__ W bit_or(W* address, W value) {
    return __hip_atomic_fetch_or(address, value, int(order), int(scope));
  }
  template <typename W>
  static __device__ W bit_xor(W* address, W value) {
    return __hip_atomic_fetch_xor(address, value, int(order), int(scope));
  }
  template <typename N>
  static __device__ N minimum(N* address, N value) {
    return __hip_atomic_fetch_min(address, value, int(order), int(scope));
  }
  template <typename N>
  static __device__ N maximum(N* address, N value) {
    return __hip_atomic_fetch_max(address, value, int(order), int(scope));
  }
};

}  // namespace duet::vendor
