#pragma once

#include <duet/device/bit_cast.hpp>
#include <duet/device/detail/atomic_change.hpp>
#include <duet/device/detail/not_deduced.hpp>
#include <duet/device/integers.hpp>
#include <duet/device/memory_order.hpp>
#include <duet/device/vendor/select.hpp>
#include DUET_VENDOR_HEADER(atomic)

/// @file
/// Atomic operations on global and shared memory. By default they are relaxed and have device
/// scope; template arguments choose another order and scope:
///
///     duet::atomic_add(&count, 1);
///     duet::atomic_add<duet::memory_order::acq_rel>(&count, 1);
///     duet::atomic_add<duet::memory_order::relaxed, duet::memory_scope::block>(&count, 1);
///
/// All operations except `atomic_store` and `atomic_fence` return the old value. Any thread may
/// call them alone. They take these types:
///
/// | operation | types |
/// |---|---|
/// | load, store, exchange, compare_exchange, update | trivially copyable types of 1, 2, 4 or 8
/// bytes: numbers, pointers, structures | | add, sub, min, max | integers of 8 to 64 bits, float,
/// double, half, bfloat16; add and sub also complex | | and, or, xor | integers of 8 to 64 bits,
/// bool |
///
/// An address must be a multiple of the type's size, also for complex<float>. Operations for which
/// the target has no instruction are loops of compare-exchange. On GPUs, an operation on 8 or 16
/// bits accesses the aligned 32-bit word around them and leaves its other bytes unchanged.

namespace duet {

/// A fence: together with relaxed operations, it orders this thread's earlier and later accesses.
/// For instance, one thread writes data, fences and stores a flag; another loads the flag, fences
/// and reads the data.
/// @tparam order  any but relaxed, which does nothing
/// @tparam scope  the threads that the fence orders accesses with
template <memory_order order = memory_order::seq_cst, memory_scope scope = memory_scope::device>
__device__ inline void atomic_fence() {
  vendor::Atomics<order, scope>::fence();
}

/// Loads a value that other threads may change concurrently.
/// @tparam order  relaxed, acquire or seq_cst
template <memory_order order = memory_order::relaxed, memory_scope scope = memory_scope::device,
          typename T>
__device__ inline T atomic_load(const T* address) {
  static_assert(order == detail::without_write(order), "a load has nothing to release");
  using Word = detail::word_of<T>;
  return bit_cast<T>(vendor::Atomics<order, scope>::load(reinterpret_cast<const Word*>(address)));
}

/// Stores a value that other threads may load or change concurrently.
/// @tparam order  relaxed, release or seq_cst
template <memory_order order = memory_order::relaxed, memory_scope scope = memory_scope::device,
          typename T>
__device__ inline void atomic_store(T* address, detail::not_deduced<T> value) {
  static_assert(order == memory_order::seq_cst || !detail::acquires(order),
                "a store has nothing to acquire");
  using Word = detail::word_of<T>;
  vendor::Atomics<order, scope>::store(reinterpret_cast<Word*>(address), bit_cast<Word>(value));
}

/// Replaces the value. Returns the old one.
template <memory_order order = memory_order::relaxed, memory_scope scope = memory_scope::device,
          typename T>
__device__ inline T atomic_exchange(T* address, detail::not_deduced<T> value) {
  if constexpr (detail::AtomicPlace<T>::is_whole_word) {
    const detail::AtomicPlace<T> place(address);
    return place.value_in(
        vendor::Atomics<order, scope>::exchange(place.word, place.with(value, 0)));
  } else {
    return detail::change_atomically<order, scope>(address, [=](T& stored) {
      stored = value;
      return true;
    });
  }
}

/// Stores `desired` if the stored bytes equal those of `expected`. Returns the old value, which
/// tells whether it did. If it did not, the operation is a load, which acquires if the order says
/// so.
template <memory_order order = memory_order::relaxed, memory_scope scope = memory_scope::device,
          typename T>
__device__ inline T atomic_compare_exchange(T* address, detail::not_deduced<T> expected,
                                            detail::not_deduced<T> desired) {
  if constexpr (detail::AtomicPlace<T>::is_whole_word) {
    const detail::AtomicPlace<T> place(address);
    return place.value_in(vendor::Atomics<order, scope>::compare_exchange(
        place.word, place.with(expected, 0), place.with(desired, 0)));
  } else {
    return detail::change_atomically<order, scope>(address, [=](T& stored) {
      using Word = detail::word_of<T>;
      const bool equal = bit_cast<Word>(stored) == bit_cast<Word>(expected);
      if (equal) stored = desired;
      return equal;
    });
  }
}

/// Replaces the value by a function of it, for instance its product with a factor. Returns the old
/// one.
/// @param address   the value to replace
/// @param function  T(T); called again while other threads change the value in between
template <memory_order order = memory_order::relaxed, memory_scope scope = memory_scope::device,
          typename T, typename Function>
__device__ inline T atomic_update(T* address, Function function) {
  return detail::change_atomically<order, scope>(address, [=](T& stored) {
    stored = function(stored);
    return true;
  });
}

/// Adds to the value. Returns the old one. Integers wrap around. half and bfloat16 are rounded to
/// nearest at each addition. The parts of a complex number are added one after the other: each
/// addition is atomic, both together are not.
template <memory_order order = memory_order::relaxed, memory_scope scope = memory_scope::device,
          typename T>
__device__ inline T atomic_add(T* address, detail::not_deduced<T> value) {
  using Atomics = vendor::Atomics<order, scope>;
  if constexpr (detail::is_complex<T>) {
    auto* const parts = reinterpret_cast<decltype(&value.re)>(address);
    value.re = atomic_add<order, scope>(parts, value.re);
    value.im = atomic_add<order, scope>(parts + 1, value.im);
    return value;
  } else if constexpr (vendor::adds_atomically<T>) {
    return Atomics::add(address, value);
  } else if constexpr (detail::is_integer<T> && detail::AtomicPlace<T>::is_whole_word) {
    using Word = detail::word_of<T>;
    return T(Atomics::add(reinterpret_cast<Word*>(address), Word(value)));
  } else {
    return atomic_update<order, scope>(address, [=](T stored) { return T(stored + value); });
  }
}

/// Subtracts from the value: `atomic_add` of the negated argument. Returns the old value.
template <memory_order order = memory_order::relaxed, memory_scope scope = memory_scope::device,
          typename T>
__device__ inline T atomic_sub(T* address, detail::not_deduced<T> value) {
  if constexpr (detail::is_integer<T>) {
    using Word = detail::word_of<T>;
    return atomic_add<order, scope>(address, T(Word(0) - Word(value)));
  } else {
    return atomic_add<order, scope>(address, -value);
  }
}

/// Stores the smaller of the stored value and the argument. Returns the old value. NaN wins, as in
/// ops::Minimum; of zeros of different sign, the stored one stays.
template <memory_order order = memory_order::relaxed, memory_scope scope = memory_scope::device,
          typename T>
__device__ inline T atomic_min(T* address, detail::not_deduced<T> value) {
  if constexpr (detail::has_order_instruction<T>()) {
    using Number = detail::number_of<T>;
    return T(
        vendor::Atomics<order, scope>::minimum(reinterpret_cast<Number*>(address), Number(value)));
  } else {
    return detail::replace_worse<order, scope>(address, value, [](T a, T b) { return a < b; });
  }
}

/// Stores the larger of the stored value and the argument. Returns the old value. NaN wins, as in
/// ops::Maximum; of zeros of different sign, the stored one stays.
template <memory_order order = memory_order::relaxed, memory_scope scope = memory_scope::device,
          typename T>
__device__ inline T atomic_max(T* address, detail::not_deduced<T> value) {
  if constexpr (detail::has_order_instruction<T>()) {
    using Number = detail::number_of<T>;
    return T(
        vendor::Atomics<order, scope>::maximum(reinterpret_cast<Number*>(address), Number(value)));
  } else {
    return detail::replace_worse<order, scope>(address, value, [](T a, T b) { return a > b; });
  }
}

/// Stores the bitwise and (of bool, the logical and). Returns the old value.
template <memory_order order = memory_order::relaxed, memory_scope scope = memory_scope::device,
          typename T>
__device__ inline T atomic_and(T* address, detail::not_deduced<T> value) {
  return detail::change_bits(address, [=](const detail::BitPlace<T>& place) {
    const auto others = ~decltype(place.with(value, 0))(0);
    return vendor::Atomics<order, scope>::bit_and(place.word, place.with(value, others));
  });
}

/// Stores the bitwise or (of bool, the logical or). Returns the old value.
template <memory_order order = memory_order::relaxed, memory_scope scope = memory_scope::device,
          typename T>
__device__ inline T atomic_or(T* address, detail::not_deduced<T> value) {
  return detail::change_bits(address, [=](const detail::BitPlace<T>& place) {
    return vendor::Atomics<order, scope>::bit_or(place.word, place.with(value, 0));
  });
}

/// Stores the bitwise exclusive or (of bool, whether the two differ). Returns the old value.
template <memory_order order = memory_order::relaxed, memory_scope scope = memory_scope::device,
          typename T>
__device__ inline T atomic_xor(T* address, detail::not_deduced<T> value) {
  return detail::change_bits(address, [=](const detail::BitPlace<T>& place) {
    return vendor::Atomics<order, scope>::bit_xor(place.word, place.with(value, 0));
  });
}

}  // namespace duet
