#pragma once

// AMD: hiprtc and clang's HIP mode. The lanes of a wave run in lockstep, and every operation
// involves all active lanes; a mask only selects the lanes that count for the result.

#include <duet/device/vendor/words.hpp>

namespace duet::vendor {

// Newer compilers do not define the wave size in host passes, in which they assume 64.
#if defined(__AMDGCN_WAVEFRONT_SIZE__)
inline constexpr int wave_size = __AMDGCN_WAVEFRONT_SIZE__;
#elif defined(__AMDGCN_WAVEFRONT_SIZE)
inline constexpr int wave_size = __AMDGCN_WAVEFRONT_SIZE;
#else
inline constexpr int wave_size = 64;
#endif
inline constexpr bool has_fast_shuffles = true;
/// Whether the fence of one thread serves its block. On RDNA a block may span two caches.
inline constexpr bool block_shares_cache = false;

__device__ inline void copy_bytes(void* to, const void* from, decltype(sizeof(0)) bytes) {
  __builtin_memcpy(to, from, bytes);
}

/// The place of the call: not used here.
struct Place {};
__host__ __device__ constexpr Place here() { return {}; }

__device__ inline void block_barrier(Place) { __syncthreads(); }

__device__ inline void device_fence() { __threadfence(); }

/// Waits until a bit of `mask` differs from `old`. Another block changes it and announces the
/// change.
__device__ inline void await_change(const unsigned* word, unsigned old, unsigned mask, Place) {
  while (((__atomic_load_n(word, __ATOMIC_RELAXED) ^ old) & mask) == 0) {
    __builtin_amdgcn_s_sleep(1);
  }
}
__device__ inline void announce_change() {}

template <int size>
struct LaneMask {
  using type = unsigned long long;
};
template <>
struct LaneMask<32> {
  using type = unsigned;
};
using lane_mask = LaneMask<wave_size>::type;
inline constexpr lane_mask whole_wave = ~lane_mask(0);

__device__ inline unsigned lane() {
  const unsigned low = __builtin_amdgcn_mbcnt_lo(~0u, 0u);
  return wave_size == 32 ? low : __builtin_amdgcn_mbcnt_hi(~0u, low);
}

__device__ inline lane_mask ballot(lane_mask lanes, bool predicate, Place) {
  // An integer comparison, here "not equal", whose result is a mask.
  constexpr int not_equal = 33;
  return lanes & lane_mask(__builtin_amdgcn_uicmp(unsigned(predicate), 0u, not_equal));
}
__device__ inline lane_mask active_mask(Place place) { return ballot(whole_wave, true, place); }
__device__ inline bool any(lane_mask lanes, bool predicate, Place place) {
  return ballot(lanes, predicate, place) != 0;
}
__device__ inline bool all(lane_mask lanes, bool predicate, Place place) {
  return ballot(lanes, !predicate, place) == 0;
}

__device__ inline void wave_barrier(lane_mask, Place) {
  __builtin_amdgcn_fence(__ATOMIC_RELEASE, "wavefront");
  __builtin_amdgcn_wave_barrier();
  __builtin_amdgcn_fence(__ATOMIC_ACQUIRE, "wavefront");
}

#if defined(__GFX6__) || defined(__GFX7__)
inline constexpr bool permutes_whole_waves = false;
#elif defined(__GFX10__) || defined(__GFX11__)
// Each half of a wave of 64 permutes separately.
inline constexpr bool permutes_whole_waves = wave_size == 32;
#else
inline constexpr bool permutes_whole_waves = true;
#endif

/// A copy of which the compiler knows nothing. hiprtc 5.2.3 takes what it learns in a loop that
/// lanes leave one by one for true in all lanes behind it.
__device__ inline unsigned opaque(unsigned word) {
  asm volatile("" : "+v"(word));
  return word;
}

/// The word of lane `source`, which must be active.
__device__ inline unsigned read_lane(unsigned word, unsigned source) {
  if constexpr (permutes_whole_waves) {
    return unsigned(__builtin_amdgcn_ds_bpermute(int(source * 4), int(word)));
  } else {
    // Each iteration serves the lanes that have the same source as the first one that waits. All
    // stay in the loop: where the compiler keeps words in memory, a lane that left has none to
    // read.
    unsigned result = word;
    lane_mask waiting = active_mask(here());
    do {
      const int first = __builtin_ctzll(waiting);
      const unsigned turn = unsigned(__builtin_amdgcn_readlane(int(source), first));
      const unsigned read = unsigned(__builtin_amdgcn_readlane(int(word), int(turn)));
      if (source == turn) result = read;
      waiting &= ~ballot(whole_wave, source == turn, here());
    } while (waiting != 0);
    return result;
  }
}
template <typename T>
__device__ inline T read_lane_value(const T& value, unsigned source) {
  return each_word(value, [=](unsigned word) { return read_lane(word, source); });
}

template <typename T>
__device__ inline T shuffle(lane_mask, const T& value, int source, int width, Place) {
  const unsigned inner = unsigned(width) - 1;
  return read_lane_value(value, (lane() & ~inner) | (unsigned(source) & inner));
}
template <typename T>
__device__ inline T shuffle_up(lane_mask, const T& value, unsigned delta, int width, Place) {
  const unsigned own = lane(), inside = own & (unsigned(width) - 1);
  return read_lane_value(value, delta > inside ? own : own - delta);
}
template <typename T>
__device__ inline T shuffle_down(lane_mask, const T& value, unsigned delta, int width, Place) {
  const unsigned inner = unsigned(width) - 1, own = lane();
  return read_lane_value(value, delta > inner - (own & inner) ? own : own + delta);
}
template <typename T>
__device__ inline T shuffle_xor(lane_mask, const T& value, int bits, int width, Place) {
  const unsigned own = lane(), source = own ^ (unsigned(bits) & unsigned(wave_size - 1));
  return read_lane_value(value, source > (own | (unsigned(width) - 1)) ? own : source);
}

/// Each iteration serves the lanes that have the same value as the first remaining lane.
template <typename T>
__device__ inline lane_mask match_any(lane_mask lanes, const T& value, Place place) {
  Words<T> words(value);
#pragma unroll
  for (int i = 0; i < Words<T>::count; ++i) words.words[i] = opaque(words.words[i]);
  for (;;) {
    bool equal = true;
#pragma unroll
    for (int i = 0; i < Words<T>::count; ++i) {
      equal &= unsigned(__builtin_amdgcn_readfirstlane(int(words.words[i]))) == words.words[i];
    }
    const lane_mask same = ballot(lanes, equal, place);
    if (equal) return same;
  }
}

}  // namespace duet::vendor
