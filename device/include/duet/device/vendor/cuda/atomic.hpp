#pragma once

// NVIDIA's atomic operations on words of 32 and 64 bits, and loads and stores of smaller ones.
//
// Each is a relaxed operation between the fences that its order needs (PTX ISA, memory consistency
// model: a fence before a relaxed write releases, a fence after a relaxed read acquires). These are
// CUDA's own functions instead of PTX: the compiler can then find out that an operation is on
// shared memory, or that its result is not used.

#include <duet/device/bit_cast.hpp>
#include <duet/device/detail/type_traits.hpp>
#include <duet/device/integers.hpp>
#include <duet/device/memory_order.hpp>

namespace duet::vendor {

/// Size in bytes.
inline constexpr unsigned smallest_atomic_word = 4;
/// Whether the word around a small value is read by an atomic operation, as race detectors want it.
inline constexpr bool reads_parts_atomically = true;
inline constexpr bool has_atomic_minimum = true;
/// Whether there is an atomic addition of T, besides integers.
template <typename T>
inline constexpr bool adds_atomically = detail::is_same<T, float> || detail::is_same<T, double> ||
                                        (detail::is_same<T, half> && __CUDA_ARCH__ >= 700) ||
                                        (detail::is_same<T, bfloat16> && __CUDA_ARCH__ >= 900);

// Has the scope of the system or of the device; the latter also serves for the block.
#define DUET_CUDA_ADD_16(T, ptx_type)                                      \
  template <bool system>                                                   \
  __device__ inline uint16_t add_16(T* address, uint16_t value) {          \
    uint16_t old;                                                          \
    if constexpr (system) {                                                \
      asm volatile("atom.relaxed.sys.add.noftz." ptx_type " %0, [%1], %2;" \
                   : "=h"(old)                                             \
                   : "l"(address), "h"(value)                              \
                   : "memory");                                            \
    } else {                                                               \
      asm volatile("atom.relaxed.gpu.add.noftz." ptx_type " %0, [%1], %2;" \
                   : "=h"(old)                                             \
                   : "l"(address), "h"(value)                              \
                   : "memory");                                            \
    }                                                                      \
    return old;                                                            \
  }
DUET_CUDA_ADD_16(half, "f16")
DUET_CUDA_ADD_16(bfloat16, "bf16")
#undef DUET_CUDA_ADD_16

template <memory_order order, memory_scope scope>
struct Atomics {
  static __device__ void fence() {
    if constexpr (order == memory_order::relaxed) return;
#if __CUDA_ARCH__ >= 700
    if constexpr (order != memory_order::seq_cst) {
      if constexpr (scope <= memory_scope::block) {
        asm volatile("fence.acq_rel.cta;" ::: "memory");
      } else if constexpr (scope == memory_scope::device) {
        asm volatile("fence.acq_rel.gpu;" ::: "memory");
      } else {
        asm volatile("fence.acq_rel.sys;" ::: "memory");
      }
      return;
    }
#endif
    if constexpr (scope <= memory_scope::block) {
      __threadfence_block();
    } else if constexpr (scope == memory_scope::device) {
      __threadfence();
    } else {
      __threadfence_system();
    }
  }

  template <typename W>
  static __device__ W load(const W* address) {
    if constexpr (order == memory_order::seq_cst) fence();
    const W value = *static_cast<const volatile W*>(address);
    after();
    return value;
  }
  template <typename W>
  static __device__ void store(W* address, W value) {
    before();
    *static_cast<volatile W*>(address) = value;
  }
  template <typename W>
  static __device__ W compare_exchange(W* address, W expected, W desired) {
    before();
    W old;
    if constexpr (scope <= memory_scope::block) {
      old = atomicCAS_block(address, expected, desired);
    } else if constexpr (scope == memory_scope::device) {
      old = atomicCAS(address, expected, desired);
    } else {
      old = atomicCAS_system(address, expected, desired);
    }
    after();
    return old;
  }

#define DUET_CUDA_ATOMIC(name, function)                  \
  template <typename W>                                   \
  static __device__ W name(W* address, W value) {         \
    before();                                             \
    W old;                                                \
    if constexpr (scope <= memory_scope::block) {         \
      old = function##_block(address, value);             \
    } else if constexpr (scope == memory_scope::device) { \
      old = function(address, value);                     \
    } else {                                              \
      old = function##_system(address, value);            \
    }                                                     \
    after();                                              \
    return old;                                           \
  }
  DUET_CUDA_ATOMIC(exchange, atomicExch)
  DUET_CUDA_ATOMIC(add, atomicAdd)
  DUET_CUDA_ATOMIC(bit_and, atomicAnd)
  DUET_CUDA_ATOMIC(bit_or, atomicOr)
  DUET_CUDA_ATOMIC(bit_xor, atomicXor)
  DUET_CUDA_ATOMIC(minimum, atomicMin)
  DUET_CUDA_ATOMIC(maximum, atomicMax)
#undef DUET_CUDA_ATOMIC

  static __device__ half add(half* address, half value) { return add_float16(address, value); }
  static __device__ bfloat16 add(bfloat16* address, bfloat16 value) {
    return add_float16(address, value);
  }

 private:
  static __device__ void before() {
    if constexpr (detail::releases(order)) fence();
  }
  static __device__ void after() {
    if constexpr (detail::acquires(order)) Atomics<memory_order::acquire, scope>::fence();
  }
  template <typename T>
  static __device__ T add_float16(T* address, T value) {
    before();
    const auto old = add_16<scope == memory_scope::system>(address, bit_cast<uint16_t>(value));
    after();
    return bit_cast<T>(old);
  }
};

}  // namespace duet::vendor
