#pragma once

// Warps of 32 lanes. A wave of 64 lanes holds two: lane numbers, masks and ballots are those of the
// warp. Macros give CUDA's names, since some of these names exist with other meanings.

#include <duet/spelling/builtin/bits_of.hpp>
#include <duet/spelling/lanes.hpp>

namespace duet::spelling {

__device__ inline unsigned match_any(unsigned mask, unsigned long long value, vendor::Place place) {
  return warp_mask(vendor::match_any(wave_mask(mask), value, place));
}
/// Combines the values of the lanes in a mask. Lanes that the block does not have or that have
/// exited do not count.
template <typename T_, typename Op>
__device__ inline T_ reduce(unsigned mask, T_ value, Op op, vendor::Place place) {
  mask = warp_mask(vendor::ballot(wave_mask(mask), true, place));
  if (mask == 0xffffffffu) {
    for (int bit = 16; bit > 0; bit /= 2) {
      value = op(value, vendor::shuffle_xor(wave_mask(mask), value, bit, 32, place));
    }
    return value;
  }
  T_ result = value;
  bool is_first = true;
  for (unsigned rest = mask; rest != 0; rest &= rest - 1) {
    const T_ other = vendor::shuffle(wave_mask(mask), value, __builtin_ctz(rest), 32, place);
    result = is_first ? other : op(result, other);
    is_first = false;
  }
  return result;
}

}  // namespace duet::spelling

#define DUET_SPELLING_SHUFFLE(name, function, number)                                         \
  template <typename T_>                                                                      \
  __device__ inline T_ duet_##name##_sync(unsigned mask, T_ value, number n, int width = 32,  \
                                          duet::vendor::Place place = duet::vendor::here()) { \
    return duet::vendor::function(duet::spelling::wave_mask(mask), value, n, width, place);   \
  }                                                                                           \
  template <typename T_>                                                                      \
  __device__ inline T_ duet_##name(T_ value, number n, int width = 32,                        \
                                   duet::vendor::Place place = duet::vendor::here()) {        \
    return duet_##name##_sync(duet::spelling::active_mask(place), value, n, width, place);    \
  }
DUET_SPELLING_SHUFFLE(shfl, shuffle, int)
DUET_SPELLING_SHUFFLE(shfl_up, shuffle_up, unsigned)
DUET_SPELLING_SHUFFLE(shfl_down, shuffle_down, unsigned)
DUET_SPELLING_SHUFFLE(shfl_xor, shuffle_xor, int)
#undef DUET_SPELLING_SHUFFLE
#define __shfl_sync duet_shfl_sync
#define __shfl_up_sync duet_shfl_up_sync
#define __shfl_down_sync duet_shfl_down_sync
#define __shfl_xor_sync duet_shfl_xor_sync
#define __shfl duet_shfl
#define __shfl_up duet_shfl_up
#define __shfl_down duet_shfl_down
#define __shfl_xor duet_shfl_xor

__device__ inline unsigned duet_activemask(duet::vendor::Place place = duet::vendor::here()) {
  return duet::spelling::active_mask(place);
}
__device__ inline void duet_syncwarp(unsigned mask = 0xffffffffu,
                                     duet::vendor::Place place = duet::vendor::here()) {
  duet::vendor::wave_barrier(duet::spelling::wave_mask(mask), place);
}
__device__ inline unsigned duet_ballot_sync(unsigned mask, int predicate,
                                            duet::vendor::Place place = duet::vendor::here()) {
  return duet::spelling::warp_mask(
      duet::vendor::ballot(duet::spelling::wave_mask(mask), predicate != 0, place));
}
__device__ inline int duet_any_sync(unsigned mask, int predicate,
                                    duet::vendor::Place place = duet::vendor::here()) {
  return duet_ballot_sync(mask, predicate, place) != 0;
}
__device__ inline int duet_all_sync(unsigned mask, int predicate,
                                    duet::vendor::Place place = duet::vendor::here()) {
  return duet_ballot_sync(mask, predicate == 0, place) == 0;
}
__device__ inline int duet_uni_sync(unsigned mask, int predicate,
                                    duet::vendor::Place place = duet::vendor::here()) {
  const unsigned votes = duet_ballot_sync(mask, predicate, place);
  return votes == 0 || votes == duet_ballot_sync(mask, 1, place);
}
__device__ inline unsigned duet_ballot(int predicate,
                                       duet::vendor::Place place = duet::vendor::here()) {
  return duet_ballot_sync(duet::spelling::active_mask(place), predicate, place);
}
__device__ inline int duet_any(int predicate, duet::vendor::Place place = duet::vendor::here()) {
  return duet_ballot(predicate, place) != 0;
}
__device__ inline int duet_all(int predicate, duet::vendor::Place place = duet::vendor::here()) {
  return duet_ballot(predicate == 0, place) == 0;
}
template <typename T_>
__device__ inline unsigned duet_match_any_sync(unsigned mask, T_ value,
                                               duet::vendor::Place place = duet::vendor::here()) {
  return duet::spelling::match_any(mask, duet::spelling::bits_of(value), place);
}
template <typename T_>
__device__ inline unsigned duet_match_all_sync(unsigned mask, T_ value, int* all_equal,
                                               duet::vendor::Place place = duet::vendor::here()) {
  const unsigned equal = duet::spelling::match_any(mask, duet::spelling::bits_of(value), place);
  const unsigned lanes = duet_ballot_sync(mask, 1, place);
  *all_equal = equal == lanes;
  return equal == lanes ? lanes : 0u;
}
#define __activemask duet_activemask
#define __syncwarp duet_syncwarp
#define __ballot_sync duet_ballot_sync
#define __any_sync duet_any_sync
#define __all_sync duet_all_sync
#define __uni_sync duet_uni_sync
#define __ballot duet_ballot
#define __any duet_any
#define __all duet_all
#define __match_any_sync duet_match_any_sync
#define __match_all_sync duet_match_all_sync

#define DUET_SPELLING_REDUCE(name, T_, expression)                                 \
  __device__ inline T_ duet_reduce_##name##_sync(                                  \
      unsigned mask, T_ value, duet::vendor::Place place = duet::vendor::here()) { \
    return duet::spelling::reduce(                                                 \
        mask, value, [](T_ a, T_ b) { return T_(expression); }, place);            \
  }
#define DUET_SPELLING_REDUCE_NUMBERS(T_)                   \
  DUET_SPELLING_REDUCE(add, T_, unsigned(a) + unsigned(b)) \
  DUET_SPELLING_REDUCE(min, T_, b < a ? b : a)             \
  DUET_SPELLING_REDUCE(max, T_, a < b ? b : a)
DUET_SPELLING_REDUCE_NUMBERS(int)
DUET_SPELLING_REDUCE_NUMBERS(unsigned)
DUET_SPELLING_REDUCE(and, unsigned, a& b)
DUET_SPELLING_REDUCE(or, unsigned, a | b)
DUET_SPELLING_REDUCE(xor, unsigned, a ^ b)
#undef DUET_SPELLING_REDUCE_NUMBERS
#undef DUET_SPELLING_REDUCE
#define __reduce_add_sync duet_reduce_add_sync
#define __reduce_min_sync duet_reduce_min_sync
#define __reduce_max_sync duet_reduce_max_sync
#define __reduce_and_sync duet_reduce_and_sync
#define __reduce_or_sync duet_reduce_or_sync
#define __reduce_xor_sync duet_reduce_xor_sync

__device__ inline unsigned duet_lane_id() { return duet::spelling::lane_id(); }
__device__ inline unsigned duet_lanemask_eq() { return 1u << duet_lane_id(); }
__device__ inline unsigned duet_lanemask_lt() { return duet_lanemask_eq() - 1u; }
__device__ inline unsigned duet_lanemask_le() { return 2u * duet_lanemask_eq() - 1u; }
__device__ inline unsigned duet_lanemask_gt() { return ~duet_lanemask_le(); }
__device__ inline unsigned duet_lanemask_ge() { return ~duet_lanemask_lt(); }
#define __lane_id duet_lane_id
#define __lanemask_eq duet_lanemask_eq
#define __lanemask_lt duet_lanemask_lt
#define __lanemask_le duet_lanemask_le
#define __lanemask_gt duet_lanemask_gt
#define __lanemask_ge duet_lanemask_ge
