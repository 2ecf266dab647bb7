#pragma once

#include <duet/device/integers.hpp>
#include <duet/device/vendor/select.hpp>

// Atomic operations on global and shared memory, relaxed, at the scope of the device. Each returns
// the value before. T is int, unsigned, unsigned long long, long long; atomic_add also takes float
// and double, atomic_exchange float.

namespace duet {

namespace detail {
/// The vendors' atomics take 64 bits unsigned only; two's complement makes that enough here.
template <typename T>
struct AtomicWord {
  using type = T;
};
template <>
struct AtomicWord<int64_t> {
  using type = uint64_t;
};
template <typename T>
using atomic_word = typename AtomicWord<T>::type;
}  // namespace detail

/// Reads what other threads change meanwhile by the functions below.
template <typename T>
__device__ inline T atomic_load(const T* address) {
  return vendor::load(address);
}
template <typename T>
__device__ inline T atomic_add(T* address, T value) {
  using Word = detail::atomic_word<T>;
  return T(atomicAdd(reinterpret_cast<Word*>(address), Word(value)));
}
template <typename T>
__device__ inline T atomic_exchange(T* address, T value) {
  using Word = detail::atomic_word<T>;
  return T(atomicExch(reinterpret_cast<Word*>(address), Word(value)));
}
/// Stores `desired` if the value is `expected`.
template <typename T>
__device__ inline T atomic_compare_exchange(T* address, T expected, T desired) {
  using Word = detail::atomic_word<T>;
  return T(atomicCAS(reinterpret_cast<Word*>(address), Word(expected), Word(desired)));
}
template <typename T>
__device__ inline T atomic_and(T* address, T value) {
  using Word = detail::atomic_word<T>;
  return T(atomicAnd(reinterpret_cast<Word*>(address), Word(value)));
}
template <typename T>
__device__ inline T atomic_or(T* address, T value) {
  using Word = detail::atomic_word<T>;
  return T(atomicOr(reinterpret_cast<Word*>(address), Word(value)));
}
template <typename T>
__device__ inline T atomic_xor(T* address, T value) {
  using Word = detail::atomic_word<T>;
  return T(atomicXor(reinterpret_cast<Word*>(address), Word(value)));
}
template <typename T>
__device__ inline T atomic_min(T* address, T value) {
  return atomicMin(address, value);
}
template <typename T>
__device__ inline T atomic_max(T* address, T value) {
  return atomicMax(address, value);
}
/// Order is by compare-exchange, since not every target has the signed 64-bit instruction.
__device__ inline int64_t atomic_min(int64_t* address, int64_t value) {
  int64_t seen = atomic_load(address);
  while (value < seen) {
    const int64_t before = atomic_compare_exchange(address, seen, value);
    if (before == seen) break;
    seen = before;
  }
  return seen;
}
__device__ inline int64_t atomic_max(int64_t* address, int64_t value) {
  int64_t seen = atomic_load(address);
  while (value > seen) {
    const int64_t before = atomic_compare_exchange(address, seen, value);
    if (before == seen) break;
    seen = before;
  }
  return seen;
}

}  // namespace duet
