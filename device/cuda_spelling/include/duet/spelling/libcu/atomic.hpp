#pragma once

#include <duet/device/atomic.hpp>
#include <duet/device/detail/type_traits.hpp>

// libcu++'s atomic objects. Orders are arguments of functions there; they are known when a call is
// inlined.

namespace cuda {

using memory_order = duet::memory_order;
inline constexpr memory_order memory_order_relaxed = memory_order::relaxed;
inline constexpr memory_order memory_order_consume = memory_order::acquire;
inline constexpr memory_order memory_order_acquire = memory_order::acquire;
inline constexpr memory_order memory_order_release = memory_order::release;
inline constexpr memory_order memory_order_acq_rel = memory_order::acq_rel;
inline constexpr memory_order memory_order_seq_cst = memory_order::seq_cst;

enum thread_scope {
  thread_scope_system = 0,
  thread_scope_device = 1,
  thread_scope_block = 2,
  thread_scope_thread = 10
};

}  // namespace cuda

namespace duet::spelling {

template <cuda::thread_scope scope>
inline constexpr memory_scope scope_of = scope == cuda::thread_scope_system   ? memory_scope::system
                                         : scope == cuda::thread_scope_device ? memory_scope::device
                                         : scope == cuda::thread_scope_block  ? memory_scope::block
                                                                              : memory_scope::wave;

/// Calls `operation` with an order that is at least as strong: relaxed, `ordered` or seq_cst.
#define DUET_SPELLING_ORDERED(ordered, operation, ...)                                     \
  (order == memory_order::relaxed   ? operation<memory_order::relaxed, scope>(__VA_ARGS__) \
   : order == memory_order::seq_cst ? operation<memory_order::seq_cst, scope>(__VA_ARGS__) \
                                    : operation<memory_order::ordered, scope>(__VA_ARGS__))

/// The operations of atomic objects.
/// @tparam Self  has a function `address`
template <typename Self, typename T, cuda::thread_scope thread_scope>
class AtomicOperations {
  static constexpr memory_scope scope = scope_of<thread_scope>;
  static constexpr memory_order all = memory_order::seq_cst;

 public:
  using value_type = T;
  static constexpr bool is_always_lock_free = sizeof(T) <= 8;
  __device__ bool is_lock_free() const { return is_always_lock_free; }

  __device__ T load(memory_order order = all) const {
    return DUET_SPELLING_ORDERED(acquire, atomic_load, address());
  }
  __device__ void store(T value, memory_order order = all) const {
    DUET_SPELLING_ORDERED(release, atomic_store, address(), value);
  }
  __device__ operator T() const { return load(); }
  __device__ T exchange(T value, memory_order order = all) const {
    return DUET_SPELLING_ORDERED(acq_rel, atomic_exchange, address(), value);
  }
  __device__ bool compare_exchange_strong(T& expected, T desired, memory_order order = all) const {
    const T old =
        DUET_SPELLING_ORDERED(acq_rel, atomic_compare_exchange, address(), expected, desired);
    const bool changed =
        bit_cast<detail::word_of<T>>(old) == bit_cast<detail::word_of<T>>(expected);
    expected = old;
    return changed;
  }
  __device__ bool compare_exchange_strong(T& expected, T desired, memory_order success,
                                          memory_order failure) const {
    const bool is_relaxed = success == memory_order::relaxed && failure == memory_order::relaxed;
    return compare_exchange_strong(expected, desired,
                                   is_relaxed                         ? memory_order::relaxed
                                   : success == all || failure == all ? all
                                                                      : memory_order::acq_rel);
  }
  template <typename... Orders>
  __device__ bool compare_exchange_weak(T& expected, T desired, Orders... orders) const {
    return compare_exchange_strong(expected, desired, orders...);
  }

#define DUET_SPELLING_FETCH(name, operation)                            \
  __device__ T name(T value, memory_order order = all) const {          \
    return DUET_SPELLING_ORDERED(acq_rel, operation, address(), value); \
  }
  DUET_SPELLING_FETCH(fetch_and, atomic_and)
  DUET_SPELLING_FETCH(fetch_or, atomic_or)
  DUET_SPELLING_FETCH(fetch_xor, atomic_xor)
  DUET_SPELLING_FETCH(fetch_min, atomic_min)
  DUET_SPELLING_FETCH(fetch_max, atomic_max)
#undef DUET_SPELLING_FETCH
  /// Pointers move by elements.
  template <typename D = T>
  __device__ T fetch_add(D value, memory_order order = all) const {
    if constexpr (is_pointer<T>) {
      const auto move = [=](T pointer) { return pointer + value; };
      return DUET_SPELLING_ORDERED(acq_rel, atomic_update, address(), move);
    } else {
      return DUET_SPELLING_ORDERED(acq_rel, atomic_add, address(), T(value));
    }
  }
  template <typename D = T>
  __device__ T fetch_sub(D value, memory_order order = all) const {
    if constexpr (is_pointer<T>) {
      return fetch_add(-value, order);
    } else {
      return DUET_SPELLING_ORDERED(acq_rel, atomic_sub, address(), T(value));
    }
  }
  __device__ T operator++() const { return T(fetch_add(1) + 1); }
  __device__ T operator--() const { return T(fetch_sub(1) - 1); }
  __device__ T operator++(int) const { return fetch_add(1); }
  __device__ T operator--(int) const { return fetch_sub(1); }
  __device__ T operator+=(T value) const { return T(fetch_add(value) + value); }
  __device__ T operator-=(T value) const { return T(fetch_sub(value) - value); }
  __device__ T operator&=(T value) const { return T(fetch_and(value) & value); }
  __device__ T operator|=(T value) const { return T(fetch_or(value) | value); }
  __device__ T operator^=(T value) const { return T(fetch_xor(value) ^ value); }

  /// Waits until the value differs.
  __device__ void wait(T old, memory_order order = all) const {
    while (bit_cast<detail::word_of<T>>(load(order)) == bit_cast<detail::word_of<T>>(old)) {
      __nanosleep(20);
    }
  }
  __device__ void notify_one() const {}
  __device__ void notify_all() const {}

 private:
  template <typename P>
  static constexpr bool is_pointer = false;
  template <typename P>
  static constexpr bool is_pointer<P*> = true;

  __device__ T* address() const { return static_cast<const Self*>(this)->address(); }
};

#undef DUET_SPELLING_ORDERED

}  // namespace duet::spelling

namespace cuda {

/// An atomic object.
template <typename T, thread_scope scope = thread_scope_system>
class atomic : public duet::spelling::AtomicOperations<atomic<T, scope>, T, scope> {
 public:
  atomic() = default;
  __host__ __device__ constexpr atomic(T value) : value_(value) {}
  atomic(const atomic&) = delete;
  atomic& operator=(const atomic&) = delete;
  __device__ T operator=(T value) {
    this->store(value);
    return value;
  }
  __device__ T* address() const { return const_cast<T*>(&value_); }

 private:
  alignas(sizeof(T) == 2 || sizeof(T) == 4 || sizeof(T) == 8 ? sizeof(T) : alignof(T)) T value_;
};

/// Atomic operations on an object that is not atomic itself.
template <typename T, thread_scope scope = thread_scope_system>
class atomic_ref : public duet::spelling::AtomicOperations<atomic_ref<T, scope>, T, scope> {
 public:
  static constexpr duet::size_t required_alignment = sizeof(T);
  __device__ explicit atomic_ref(T& object) : object_(&object) {}
  atomic_ref(const atomic_ref&) = default;
  atomic_ref& operator=(const atomic_ref&) = delete;
  __device__ T operator=(T value) const {
    this->store(value);
    return value;
  }
  __device__ T* address() const { return object_; }

 private:
  T* object_;
};

/// A flag that is set and cleared.
class atomic_flag {
 public:
  atomic_flag() = default;
  __host__ __device__ constexpr atomic_flag(bool value) : value_(value) {}
  __device__ bool test_and_set(memory_order order = memory_order_seq_cst) {
    return value_.exchange(1, order) != 0;
  }
  __device__ bool test(memory_order order = memory_order_seq_cst) const {
    return value_.load(order) != 0;
  }
  __device__ void clear(memory_order order = memory_order_seq_cst) { value_.store(0, order); }
  __device__ void wait(bool old, memory_order order = memory_order_seq_cst) const {
    value_.wait(old, order);
  }
  __device__ void notify_one() const {}
  __device__ void notify_all() const {}

 private:
  atomic<int> value_{0};
};
#define ATOMIC_VAR_INIT(value) \
  { value }
#define ATOMIC_FLAG_INIT \
  { false }

__device__ inline void atomic_thread_fence(memory_order order,
                                           thread_scope scope = thread_scope_system) {
  if (order == memory_order::relaxed) return;
  if (scope == thread_scope_block) {
    duet::atomic_fence<memory_order::seq_cst, duet::memory_scope::block>();
  } else if (scope == thread_scope_device) {
    duet::atomic_fence<memory_order::seq_cst, duet::memory_scope::device>();
  } else if (scope == thread_scope_system) {
    duet::atomic_fence<memory_order::seq_cst, duet::memory_scope::system>();
  }
}

}  // namespace cuda
