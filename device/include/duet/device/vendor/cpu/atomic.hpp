#pragma once

// Atomic operations of the host, which has them for words of 1 to 8 bytes.

#include <duet/device/memory_order.hpp>

namespace duet::vendor {

/// Size in bytes.
inline constexpr unsigned smallest_atomic_word = 1;
/// Whether the word around a small value is read by an atomic operation, as race detectors want it.
inline constexpr bool reads_parts_atomically = false;
inline constexpr bool has_atomic_minimum = false;
/// Whether there is an atomic addition of T, besides integers.
template <typename T>
inline constexpr bool adds_atomically = false;

/// Memory orders as the host's compilers number them.
#ifdef DUET_CPU_TSAN
// ThreadSanitizer knows the orders of operations but no fences. To avoid false reports where fences
// order relaxed operations, each operation gets the order that a fence beside it would give.
constexpr int load_order(memory_order order) {
  return order == memory_order::relaxed ? __ATOMIC_ACQUIRE : int(order);
}
constexpr int store_order(memory_order order) {
  return order == memory_order::relaxed ? __ATOMIC_RELEASE : int(order);
}
constexpr int change_order(memory_order order) {
  return order == memory_order::seq_cst ? __ATOMIC_SEQ_CST : __ATOMIC_ACQ_REL;
}
#else
constexpr int load_order(memory_order order) { return int(order); }
constexpr int store_order(memory_order order) { return int(order); }
constexpr int change_order(memory_order order) { return int(order); }
#endif

template <memory_order order, memory_scope>
struct Atomics {
  static void fence() { __atomic_thread_fence(int(order)); }

  template <typename W>
  static W load(const W* address) {
    return __atomic_load_n(address, load_order(order));
  }
  template <typename W>
  static void store(W* address, W value) {
    __atomic_store_n(address, value, store_order(order));
  }
  template <typename W>
  static W exchange(W* address, W value) {
    return __atomic_exchange_n(address, value, change_order(order));
  }
  template <typename W>
  static W compare_exchange(W* address, W expected, W desired) {
    __atomic_compare_exchange_n(address, &expected, desired, false, change_order(order),
                                load_order(detail::without_write(order)));
    return expected;
  }
  template <typename W>
  static W add(W* address, W value) {
    return __atomic_fetch_add(address, value, change_order(order));
  }
  template <typename W>
  static W bit_and(W* address, W value) {
    return __atomic_fetch_and(address, value, change_order(order));
  }
  template <typename W>
  static W bit_or(W* address, W value) {
    return __atomic_fetch_or(address, value, change_order(order));
  }
  template <typename W>
  static W bit_xor(W* address, W value) {
    return __atomic_fetch_xor(address, value, change_order(order));
  }
};

}  // namespace duet::vendor
