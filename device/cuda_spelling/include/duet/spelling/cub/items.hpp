#pragma once

#include <duet/device/thread.hpp>

namespace duet::spelling {

/// Storage of N values in shared memory: a shared variable cannot have a constructor.
template <typename T, int N>
struct SharedItems {
  alignas(alignof(T) < 16 ? 16 : alignof(T)) unsigned char bytes[sizeof(T) * N];

  __device__ __forceinline__ T* values() { return reinterpret_cast<T*>(bytes); }
  __device__ __forceinline__ T& operator[](int i) { return values()[i]; }
};

/// Storage of an operation for which the program names none.
template <typename Storage>
__device__ __forceinline__ Storage& private_storage() {
  __shared__ Storage storage;
  return storage;
}

/// The value that a thread's items have when they are combined in their order.
template <int N, typename T, typename Op>
__device__ __forceinline__ T combine_items(const T (&items)[N], Op op) {
  T all = items[0];
#pragma unroll
  for (int i = 1; i < N; ++i) all = T(op(all, items[i]));
  return all;
}
/// Inclusive scan of a thread's items, after `before`.
template <int N, typename T, typename Op>
__device__ __forceinline__ void scan_items(const T (&items)[N], T (&results)[N], T before, Op op) {
#pragma unroll
  for (int i = 0; i < N; ++i) results[i] = before = T(op(before, items[i]));
}
/// Inclusive scan of the items of the first thread.
template <int N, typename T, typename Op>
__device__ __forceinline__ void scan_first_items(const T (&items)[N], T (&results)[N], Op op) {
  T all = results[0] = items[0];
#pragma unroll
  for (int i = 1; i < N; ++i) results[i] = all = T(op(all, items[i]));
}
/// Exclusive scan of a thread's items, after `before`.
template <int N, typename T, typename Op>
__device__ __forceinline__ void scan_items_exclusive(const T (&items)[N], T (&results)[N], T before,
                                                     Op op) {
#pragma unroll
  for (int i = 0; i < N; ++i) {
    const T next = i + 1 < N ? T(op(before, items[i])) : before;
    results[i] = before;
    before = next;
  }
}

}  // namespace duet::spelling
