#pragma once

// Building blocks of atomic operations that have no instruction of their own.

#include <duet/device/bit_cast.hpp>
#include <duet/device/detail/type_traits.hpp>
#include <duet/device/integers.hpp>
#include <duet/device/memory_order.hpp>
#include <duet/device/vendor/select.hpp>
#include DUET_VENDOR_HEADER(atomic)

namespace duet::detail {

template <unsigned bytes>
struct Word {
  static_assert(bytes == 0, "atomic operations take types of 1, 2, 4 or 8 bytes");
};
template <>
struct Word<1> {
  using type = uint8_t;
};
template <>
struct Word<2> {
  using type = uint16_t;
};
template <>
struct Word<4> {
  using type = uint32_t;
};
template <>
struct Word<8> {
  using type = uint64_t;
};

/// The unsigned integer of the same size as T.
template <typename T>
using word_of = typename Word<sizeof(T)>::type;

/// Whether the target has atomic minimum and maximum instructions for T.
template <typename T>
__host__ __device__ constexpr bool has_order_instruction() {
  return vendor::has_atomic_minimum && is_integer<T> && sizeof(T) >= 4;
}
/// The fixed-width integer that corresponds to an integer of 32 or 64 bits.
template <typename T>
using number_of =
    conditional<(T(-1) < T(0)), conditional<sizeof(T) == 4, int32_t, int64_t>, word_of<T>>;

/// The word that an operation on a T accesses: the T itself.
template <typename T, bool is_whole = (sizeof(T) >= vendor::smallest_atomic_word)>
struct AtomicPlace {
  using Word = word_of<T>;
  static constexpr bool is_whole_word = true;
  Word* word;

  __device__ explicit AtomicPlace(T* address) : word(reinterpret_cast<Word*>(address)) {}
  /// `old` with the value inserted.
  __device__ Word with(T value, Word) const { return bit_cast<Word>(value); }
  __device__ T value_in(Word of) const { return bit_cast<T>(of); }
};

/// The word that an operation on a small T accesses: the aligned 32-bit word around it. Targets are
/// little-endian.
template <typename T>
struct AtomicPlace<T, false> {
  using Word = uint32_t;
  static constexpr bool is_whole_word = false;
  Word* word;
  unsigned shift;

  __device__ explicit AtomicPlace(T* address) {
    const auto before = unsigned(reinterpret_cast<uint64_t>(address) & 3);
    word = reinterpret_cast<Word*>(reinterpret_cast<char*>(address) - before);
    shift = before * 8;
  }
  __device__ Word with(T value, Word old) const {
    const Word own = (Word(1) << (sizeof(T) * 8)) - 1;
    return (old & ~(own << shift)) | (Word(bit_cast<word_of<T>>(value)) << shift);
  }
  __device__ T value_in(Word of) const { return bit_cast<T>(word_of<T>(of >> shift)); }
};

/// The word that a bitwise operation accesses.
template <typename T>
struct BitPlace : AtomicPlace<T> {
  static_assert(is_integer<T>, "and, or, xor take integers and bool");
  using AtomicPlace<T>::AtomicPlace;
};

/// The word that is changed next.
template <memory_order order, memory_scope scope, typename T>
__device__ inline auto first_seen(const AtomicPlace<T>& place) {
  using Atomics = vendor::Atomics<without_write(order), scope>;
  if constexpr (!AtomicPlace<T>::is_whole_word && vendor::reads_parts_atomically) {
    return Atomics::bit_or(place.word, typename AtomicPlace<T>::Word(0));
  } else {
    return Atomics::load(place.word);
  }
}

/// Keeps a compiler from moving accesses of a small variable over those of the word around it,
/// which it takes for another object.
template <typename T>
__device__ inline void order_accesses(const AtomicPlace<T>&) {
  if constexpr (!AtomicPlace<T>::is_whole_word) asm volatile("" ::: "memory");
}

/// @param operation  changes the word of a place and returns the old one
/// @returns the old value
template <typename T, typename Operation>
__device__ inline T change_bits(T* address, Operation operation) {
  const BitPlace<T> place(address);
  order_accesses<T>(place);
  const auto old = operation(place);
  order_accesses<T>(place);
  return place.value_in(old);
}

/// Changes a value atomically, by a loop of compare-exchange.
/// @param change  bool(T&): changes the value; called again if another thread changed the stored
/// value in
///                between. The result is stored if it returns true
/// @returns the old value
template <memory_order order, memory_scope scope, typename T, typename Change>
__device__ inline T change_atomically(T* address, Change change) {
  const AtomicPlace<T> place(address);
  order_accesses(place);
  auto seen = first_seen<order, scope>(place);
  for (;;) {
    const T old = place.value_in(seen);
    T changed = old;
    if (!change(changed)) return old;
    const auto found = vendor::Atomics<order, scope>::compare_exchange(place.word, seen,
                                                                       place.with(changed, seen));
    order_accesses(place);
    if (found == seen) return old;
    seen = found;
  }
}

/// Stores a value that is better than the stored one; NaN is better than any number. An operation
/// that releases always stores, so that a thread that loads the value acquires what this thread
/// wrote.
template <memory_order order, memory_scope scope, typename T, typename Better>
__device__ inline T replace_worse(T* address, T value, Better is_better) {
  return change_atomically<order, scope>(address, [=](T& stored) {
    const bool replace = is_better(value, stored) || (value != value && stored == stored);
    if (replace) stored = value;
    return replace || releases(order);
  });
}

}  // namespace duet::detail
