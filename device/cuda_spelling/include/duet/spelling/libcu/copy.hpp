#pragma once

#include <duet/device/async_copy.hpp>
#include <duet/device/integers.hpp>

// Copies from global to shared memory, as pipelines make them.

namespace duet::spelling {

/// Whether both addresses and the size are multiples of `bytes`.
template <int bytes>
__device__ inline bool is_aligned(const void* to, const void* from, size_t size) {
  return (reinterpret_cast<size_t>(to) | reinterpret_cast<size_t>(from) | size) % bytes == 0;
}

template <int bytes>
__device__ inline void copy_part(void* to, const void* from, size_t size, unsigned rank,
                                 unsigned threads) {
  for (size_t at = size_t(rank) * bytes; at < size; at += size_t(threads) * bytes) {
    async_copy_bytes<bytes>(static_cast<char*>(to) + at, static_cast<const char*>(from) + at);
  }
}

/// Starts this thread's part of a copy by several threads.
/// @param rank     number of the thread among them
/// @param threads  their number
__device__ inline void start_copy(void* to, const void* from, size_t size, unsigned rank = 0,
                                  unsigned threads = 1) {
  if (is_aligned<16>(to, from, size)) {
    copy_part<16>(to, from, size, rank, threads);
  } else if (is_aligned<8>(to, from, size)) {
    copy_part<8>(to, from, size, rank, threads);
  } else if (is_aligned<4>(to, from, size)) {
    copy_part<4>(to, from, size, rank, threads);
  } else {
    for (size_t at = rank; at < size; at += threads) {
      static_cast<char*>(to)[at] = static_cast<const char*>(from)[at];
    }
  }
}

/// Waits for all of the thread's groups of copies but the last `pending`.
__device__ inline void wait_for_copies(unsigned pending) {
  switch (pending) {
    case 0: return async_copy_wait<0>();
    case 1: return async_copy_wait<1>();
    case 2: return async_copy_wait<2>();
    case 3: return async_copy_wait<3>();
    case 4: return async_copy_wait<4>();
    case 5: return async_copy_wait<5>();
    case 6: return async_copy_wait<6>();
    default: return async_copy_wait<7>();
  }
}

}  // namespace duet::spelling

namespace cuda {

/// A size in bytes of which the alignment is known.
template <duet::size_t alignment>
struct aligned_size_t {
  static constexpr duet::size_t align = alignment;
  duet::size_t value;
  __host__ __device__ explicit aligned_size_t(duet::size_t size) : value(size) {}
  __host__ __device__ operator duet::size_t() const { return value; }
};

}  // namespace cuda
