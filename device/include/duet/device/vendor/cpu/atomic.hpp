#pragma once

// The atomic operations of the host, which has them for every word from a byte on. ThreadSanitizer
// takes an operation's own order into account, but no fence.

#include <duet/device/memory_order.hpp>

namespace duet::vendor {

/// In bytes.
inline constexpr unsigned smallest_atomic_word = 1;
inline constexpr bool has_atomic_minimum = false;
/// Besides integers.
template <typename T>
inline constexpr bool adds_atomically = false;

template <memory_order order, memory_scope>
struct Atomics {
  static void fence() { __atomic_thread_fence(int(order)); }

  template <typename W>
  static W load(const W* address) {
    return __atomic_load_n(address, int(order));
  }
  template <typename W>
  static void store(W* address, W value) {
    __atomic_store_n(address, value, int(order));
  }
  template <typename W>
  static W exchange(W* address, W value) {
    return __atomic_exchange_n(address, value, int(order));
  }
  template <typename W>
  static W compare_exchange(W* address, W expected, W desired) {
    __atomic_compare_exchange_n(address, &expected, desired, false, int(order),
                                int(detail::without_write(order)));
    return expected;
  }
  template <typename W>
  static W add(W* address, W value) {
    return __atomic_fetch_add(address, value, int(order));
  }
  template <typename W>
  static W bit_and(W* address, W value) {
    return __atomic_fetch_and(address, value, int(order));
  }
  template <typename W>
  static W bit_or(W* address, W value) {
    return __atomic_fetch_or(address, value, int(order));
  }
  template <typename W>
  static W bit_xor(W* address, W value) {
    return __atomic_fetch_xor(address, value, int(order));
  }
};

}  // namespace duet::vendor
