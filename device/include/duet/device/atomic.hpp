#pragma once

#include <duet/device/bit_cast.hpp>
#include <duet/device/detail/atomic_change.hpp>
#include <duet/device/detail/not_deduced.hpp>
#include <duet/device/integers.hpp>
#include <duet/device/memory_order.hpp>
#include <duet/device/vendor/select.hpp>
#include DUET_VENDOR_HEADER(atomic)

// Atomic operations on global and shared memory, relaxed and at the scope of the device unless the
// template arguments say something else:
//
//   duet::atomic_add(&count, 1);
//   duet::atomic_add<duet::memory_order::acq_rel>(&count, 1);
//   duet::atomic_add<duet::memory_order::relaxed, duet::memory_scope::block>(&count, 1);
//
// All but `atomic_store` and `atomic_fence` return the value before. Any thread may call them
// alone. What they take:
//
//   load store exchange compare_exchange update   trivially copyable types of 1, 2, 4 or 8 bytes:
//                                                 numbers, pointers, structures
//   add sub min max                               integers of 8 to 64 bits, float, double, half,
//                                                 bfloat16; add and sub also complex
//   and or xor                                    integers of 8 to 64 bits, bool
//
// Addresses are multiples of the size, that of a complex<float> too. Where the target has no
// instruction, an operation is a loop of compare-exchanges. On GPUs one of 8 or 16 bits is one of
// the aligned 32-bit word around it, whose other bytes stay as they are.

namespace duet {

/// Together with relaxed operations, orders this thread's accesses before it and after it: one
/// thread writes, fences and stores a flag, another loads the flag, fences and reads.
template <memory_order order = memory_order::seq_cst, memory_scope scope = memory_scope::device>
__device__ inline void atomic_fence() {
  vendor::Atomics<order, scope>::fence();
}

/// Reads what other threads change meanwhile.
/// @tparam order  relaxed, acquire or seq_cst
template <memory_order order = memory_order::relaxed, memory_scope scope = memory_scope::device,
          typename T>
__device__ inline T atomic_load(const T* address) {
  static_assert(order == detail::without_write(order), "a load has nothing to release");
  using Word = detail::word_of<T>;
  return bit_cast<T>(vendor::Atomics<order, scope>::load(reinterpret_cast<const Word*>(address)));
}

/// Writes what other threads read or change meanwhile.
/// @tparam order  relaxed, release or seq_cst
template <memory_order order = memory_order::relaxed, memory_scope scope = memory_scope::device,
          typename T>
__device__ inline void atomic_store(T* address, detail::not_deduced<T> value) {
  static_assert(order == memory_order::seq_cst || !detail::acquires(order),
                "a store has nothing to acquire");
  using Word = detail::word_of<T>;
  vendor::Atomics<order, scope>::store(reinterpret_cast<Word*>(address), bit_cast<Word>(value));
}

/// Stores the value.
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

/// Stores `desired` if the bytes there are those of `expected`, which the result tells. If not, it
/// is a load, which acquires if the order says so.
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

/// Replaces the value by what a function makes of it, such as the product with another.
/// @param function  T(T); called again for as long as other threads were faster
template <memory_order order = memory_order::relaxed, memory_scope scope = memory_scope::device,
          typename T, typename Function>
__device__ inline T atomic_update(T* address, Function function) {
  return detail::change_atomically<order, scope>(address, [=](T& stored) {
    stored = function(stored);
    return true;
  });
}

/// Integers wrap around; half and bfloat16 are rounded to nearest at each addition. The two parts
/// of a complex number are added one after the other: each addition is atomic, not both together.
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

/// `atomic_add` of the negative value.
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

/// Stores the smaller of the two. NaN wins, as in ops::Minimum; of zeros that differ in sign the
/// one that is there stays.
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

/// Stores the greater of the two. NaN wins, as in ops::Maximum; of zeros that differ in sign the
/// one that is there stays.
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

/// Keeps the bits that are set in both; false if either is.
template <memory_order order = memory_order::relaxed, memory_scope scope = memory_scope::device,
          typename T>
__device__ inline T atomic_and(T* address, detail::not_deduced<T> value) {
  const detail::BitPlace<T> place(address);
  const auto others = ~decltype(place.with(value, 0))(0);
  return place.value_in(
      vendor::Atomics<order, scope>::bit_and(place.word, place.with(value, others)));
}

/// Sets the bits that are set in either; true if either is.
template <memory_order order = memory_order::relaxed, memory_scope scope = memory_scope::device,
          typename T>
__device__ inline T atomic_or(T* address, detail::not_deduced<T> value) {
  const detail::BitPlace<T> place(address);
  return place.value_in(vendor::Atomics<order, scope>::bit_or(place.word, place.with(value, 0)));
}

/// Changes the bits that are set in the value; true if one of both is.
template <memory_order order = memory_order::relaxed, memory_scope scope = memory_scope::device,
          typename T>
__device__ inline T atomic_xor(T* address, detail::not_deduced<T> value) {
  const detail::BitPlace<T> place(address);
  return place.value_in(vendor::Atomics<order, scope>::bit_xor(place.word, place.with(value, 0)));
}

}  // namespace duet
