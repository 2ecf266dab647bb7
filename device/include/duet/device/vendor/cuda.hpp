#pragma once

// NVIDIA: NVRTC.

#include <duet/device/vendor/words.hpp>

namespace duet::vendor {

inline constexpr int wave_size = 32;
inline constexpr bool has_fast_shuffles = true;
/// Whether the fence of one thread serves its block.
inline constexpr bool block_shares_cache = true;

__device__ inline void copy_bytes(void* to, const void* from, decltype(sizeof(0)) bytes) {
  memcpy(to, from, bytes);
}

/// The place of the call: not used here.
struct Place {};
__device__ constexpr Place here() { return {}; }

__device__ inline void block_barrier(Place) { __syncthreads(); }

__device__ inline void device_fence() { __threadfence(); }

/// Waits until a bit of `mask` differs from `old`. Another block changes it and announces the
/// change.
__device__ inline void await_change(const unsigned* word, unsigned old, unsigned mask, Place) {
  while (((*static_cast<const volatile unsigned*>(word) ^ old) & mask) == 0) {
  }
}
__device__ inline void announce_change() {}

using lane_mask = unsigned;
inline constexpr lane_mask whole_wave = 0xffffffffu;

__device__ inline unsigned lane() {
  unsigned id;
  asm("mov.u32 %0, %%laneid;" : "=r"(id));
  return id;
}

__device__ inline lane_mask active_mask(Place) { return __activemask(); }
__device__ inline void wave_barrier(lane_mask lanes, Place) { __syncwarp(lanes); }

__device__ inline lane_mask ballot(lane_mask lanes, bool predicate, Place) {
  return __ballot_sync(lanes, predicate);
}
__device__ inline bool any(lane_mask lanes, bool predicate, Place) {
  return __any_sync(lanes, predicate) != 0;
}
__device__ inline bool all(lane_mask lanes, bool predicate, Place) {
  return __all_sync(lanes, predicate) != 0;
}

template <typename T>
__device__ inline T shuffle(lane_mask lanes, const T& value, int source, int width, Place) {
  return each_word(value, [=](unsigned word) { return __shfl_sync(lanes, word, source, width); });
}
template <typename T>
__device__ inline T shuffle_up(lane_mask lanes, const T& value, unsigned delta, int width, Place) {
  return each_word(value, [=](unsigned word) { return __shfl_up_sync(lanes, word, delta, width); });
}
template <typename T>
__device__ inline T shuffle_down(lane_mask lanes, const T& value, unsigned delta, int width,
                                 Place) {
  return each_word(value,
                   [=](unsigned word) { return __shfl_down_sync(lanes, word, delta, width); });
}
template <typename T>
__device__ inline T shuffle_xor(lane_mask lanes, const T& value, int bits, int width, Place) {
  return each_word(value, [=](unsigned word) { return __shfl_xor_sync(lanes, word, bits, width); });
}

/// Values are equal if all their words are.
template <typename T>
__device__ inline lane_mask match_any(lane_mask lanes, const T& value, Place) {
  const Words<T> words(value);
  lane_mask equal = __match_any_sync(lanes, words.words[0]);
#pragma unroll
  for (int i = 1; i < Words<T>::count; ++i) equal &= __match_any_sync(lanes, words.words[i]);
  return equal;
}

}  // namespace duet::vendor
