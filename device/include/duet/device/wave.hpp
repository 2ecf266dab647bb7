#pragma once

#include <duet/device/integers.hpp>
#include <duet/device/thread.hpp>
#include <duet/device/vendor/select.hpp>

// Operations of a wave: the `wave_size` consecutive threads of a block that execute together (warp,
// wavefront).
//
// Every operation has two forms. With a mask it is one of the lanes that the mask names; each of
// them that has not exited must come to the same operation with the same mask, and only they may.
// Without a mask it is one of the whole wave: all its lanes that have not exited must come to it.
// In a branch that only some lanes take, name them: `ballot(active_mask(), x)`.
//
// What a lane gets from one that does not take part is unspecified.

namespace duet {

/// One bit a lane: 32 bits wide on waves of 32 lanes, 64 on waves of 64.
using lane_mask = vendor::lane_mask;

/// The thread's number in its wave.
__device__ inline unsigned lane() { return vendor::lane(); }
/// The wave's number in its block.
__device__ inline unsigned wave_in_block() { return thread_in_block() / unsigned(wave_size); }

/// The lanes that execute this call together. A compiler may keep lanes apart for longer than the
/// source tells, so they can be fewer than took the branch.
__device__ inline lane_mask active_mask(vendor::Place place = vendor::here()) {
  return vendor::active_mask(place);
}

/// Waits for the other lanes; memory written before is visible to them after.
__device__ inline void wave_barrier(vendor::Place place = vendor::here()) {
  vendor::wave_barrier(vendor::whole_wave, place);
}
__device__ inline void wave_barrier(lane_mask lanes, vendor::Place place = vendor::here()) {
  vendor::wave_barrier(lanes, place);
}

/// The lanes for which `predicate` holds.
__device__ inline lane_mask ballot(bool predicate, vendor::Place place = vendor::here()) {
  return vendor::ballot(vendor::whole_wave, predicate, place);
}
__device__ inline lane_mask ballot(lane_mask lanes, bool predicate,
                                   vendor::Place place = vendor::here()) {
  return vendor::ballot(lanes, predicate, place);
}
/// Whether `predicate` holds for at least one lane.
__device__ inline bool any(bool predicate, vendor::Place place = vendor::here()) {
  return vendor::any(vendor::whole_wave, predicate, place);
}
__device__ inline bool any(lane_mask lanes, bool predicate, vendor::Place place = vendor::here()) {
  return vendor::any(lanes, predicate, place);
}
/// Whether `predicate` holds for every lane.
__device__ inline bool all(bool predicate, vendor::Place place = vendor::here()) {
  return vendor::all(vendor::whole_wave, predicate, place);
}
__device__ inline bool all(lane_mask lanes, bool predicate, vendor::Place place = vendor::here()) {
  return vendor::all(lanes, predicate, place);
}

namespace detail {
template <int width>
struct CheckedWidth {
  static_assert(width > 0 && width <= wave_size && (width & (width - 1)) == 0,
                "the width of a shuffle is a power of two and at most wave_size");
  static constexpr int value = width;
};
}  // namespace detail

// Shuffles take any trivially copyable type. They work within segments of `width` lanes, a power of
// two: shuffle<8>(x, 0) gives every eight lanes the value of their first.

/// The value of lane `source` of the segment; numbers from `width` on wrap around.
template <int width = wave_size, typename T>
__device__ inline T shuffle(T value, int source, vendor::Place place = vendor::here()) {
  return vendor::shuffle(vendor::whole_wave, value, source, detail::CheckedWidth<width>::value,
                         place);
}
template <int width = wave_size, typename T>
__device__ inline T shuffle(lane_mask lanes, T value, int source,
                            vendor::Place place = vendor::here()) {
  return vendor::shuffle(lanes, value, source, detail::CheckedWidth<width>::value, place);
}
/// The value of the lane `delta` below, and the own one where the segment has none.
/// @param delta  less than wave_size
template <int width = wave_size, typename T>
__device__ inline T shuffle_up(T value, unsigned delta, vendor::Place place = vendor::here()) {
  return vendor::shuffle_up(vendor::whole_wave, value, delta, detail::CheckedWidth<width>::value,
                            place);
}
template <int width = wave_size, typename T>
__device__ inline T shuffle_up(lane_mask lanes, T value, unsigned delta,
                               vendor::Place place = vendor::here()) {
  return vendor::shuffle_up(lanes, value, delta, detail::CheckedWidth<width>::value, place);
}
/// The value of the lane `delta` above, and the own one where the segment has none.
/// @param delta  less than wave_size
template <int width = wave_size, typename T>
__device__ inline T shuffle_down(T value, unsigned delta, vendor::Place place = vendor::here()) {
  return vendor::shuffle_down(vendor::whole_wave, value, delta, detail::CheckedWidth<width>::value,
                              place);
}
template <int width = wave_size, typename T>
__device__ inline T shuffle_down(lane_mask lanes, T value, unsigned delta,
                                 vendor::Place place = vendor::here()) {
  return vendor::shuffle_down(lanes, value, delta, detail::CheckedWidth<width>::value, place);
}
/// The value of the lane whose number differs in `bits`, and the own one where that lane is in a
/// later segment.
/// @param bits  less than wave_size
template <int width = wave_size, typename T>
__device__ inline T shuffle_xor(T value, int bits, vendor::Place place = vendor::here()) {
  return vendor::shuffle_xor(vendor::whole_wave, value, bits, detail::CheckedWidth<width>::value,
                             place);
}
template <int width = wave_size, typename T>
__device__ inline T shuffle_xor(lane_mask lanes, T value, int bits,
                                vendor::Place place = vendor::here()) {
  return vendor::shuffle_xor(lanes, value, bits, detail::CheckedWidth<width>::value, place);
}

/// The lanes whose values have the same bytes (padding counts).
template <typename T>
__device__ inline lane_mask match_any(T value, vendor::Place place = vendor::here()) {
  return vendor::match_any(vendor::whole_wave, value, place);
}
template <typename T>
__device__ inline lane_mask match_any(lane_mask lanes, T value,
                                      vendor::Place place = vendor::here()) {
  return vendor::match_any(lanes, value, place);
}
/// Whether the values of all lanes have the same bytes.
template <typename T>
__device__ inline bool match_all(T value, vendor::Place place = vendor::here()) {
  return vendor::match_any(vendor::whole_wave, value, place) ==
         vendor::ballot(vendor::whole_wave, true, place);
}
template <typename T>
__device__ inline bool match_all(lane_mask lanes, T value, vendor::Place place = vendor::here()) {
  return vendor::match_any(lanes, value, place) == vendor::ballot(lanes, true, place);
}

}  // namespace duet
