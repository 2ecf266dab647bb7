#pragma once

#include <duet/device/integers.hpp>
#include <duet/device/thread.hpp>
#include <duet/device/vendor/select.hpp>

/// @file
/// Operations of a wave: the `wave_size` consecutive threads of a block that execute together
/// (warp, wavefront).
///
/// Every operation has two forms. The form with a mask is an operation of the lanes in the mask:
/// all of them that have not exited must call it with the same mask, and no other lane may. The
/// form without a mask is an operation of the whole wave: all lanes that have not exited must call
/// it. In a branch that only some lanes take, pass a mask: `ballot(active_mask(), x)`.
///
/// A lane that reads from one that does not take part gets an unspecified value.

namespace duet {

/// A set of lanes, one bit each: 32 bits wide for waves of 32 lanes, 64 for waves of 64.
using lane_mask = vendor::lane_mask;

/// The thread's index in its wave.
__device__ inline unsigned lane() { return vendor::lane(); }
/// The wave's index in its block.
__device__ inline unsigned wave_in_block() { return thread_in_block() / unsigned(wave_size); }

/// The lanes that execute this call together. A compiler may keep lanes separate for longer than
/// the source suggests, so they can be fewer than those that took the branch.
__device__ inline lane_mask active_mask(vendor::Place place = vendor::here()) {
  return vendor::active_mask(place);
}

/// Waits for all lanes of the wave. Memory written before is visible to them afterwards.
__device__ inline void wave_barrier(vendor::Place place = vendor::here()) {
  vendor::wave_barrier(vendor::whole_wave, place);
}
/// Waits for the lanes in a mask. Memory written before is visible to them afterwards.
__device__ inline void wave_barrier(lane_mask lanes, vendor::Place place = vendor::here()) {
  vendor::wave_barrier(lanes, place);
}

/// The lanes of the wave for which `predicate` holds.
__device__ inline lane_mask ballot(bool predicate, vendor::Place place = vendor::here()) {
  return vendor::ballot(vendor::whole_wave, predicate, place);
}
/// The lanes in a mask for which `predicate` holds.
__device__ inline lane_mask ballot(lane_mask lanes, bool predicate,
                                   vendor::Place place = vendor::here()) {
  return vendor::ballot(lanes, predicate, place);
}
/// Whether `predicate` holds for at least one lane of the wave.
__device__ inline bool any(bool predicate, vendor::Place place = vendor::here()) {
  return vendor::any(vendor::whole_wave, predicate, place);
}
/// Whether `predicate` holds for at least one lane in a mask.
__device__ inline bool any(lane_mask lanes, bool predicate, vendor::Place place = vendor::here()) {
  return vendor::any(lanes, predicate, place);
}
/// Whether `predicate` holds for every lane of the wave.
__device__ inline bool all(bool predicate, vendor::Place place = vendor::here()) {
  return vendor::all(vendor::whole_wave, predicate, place);
}
/// Whether `predicate` holds for every lane in a mask.
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
// two: shuffle<8>(x, 0) gives each group of eight lanes the value of its first lane.

/// The value of another lane.
/// @tparam width  size of the segments that the wave is divided into, a power of two
/// @param value   the lane's value, of any trivially copyable type
/// @param source  lane in the segment, taken modulo `width`
template <int width = wave_size, typename T>
__device__ inline T shuffle(T value, int source, vendor::Place place = vendor::here()) {
  return vendor::shuffle(vendor::whole_wave, value, source, detail::CheckedWidth<width>::value,
                         place);
}
/// The value of another lane, among the lanes in a mask.
template <int width = wave_size, typename T>
__device__ inline T shuffle(lane_mask lanes, T value, int source,
                            vendor::Place place = vendor::here()) {
  return vendor::shuffle(lanes, value, source, detail::CheckedWidth<width>::value, place);
}
/// The value of the lane `delta` below, or the lane's own value if that is outside the segment.
/// @tparam width  size of the segments that the wave is divided into, a power of two
/// @param value  the lane's value, of any trivially copyable type
/// @param delta  less than wave_size
template <int width = wave_size, typename T>
__device__ inline T shuffle_up(T value, unsigned delta, vendor::Place place = vendor::here()) {
  return vendor::shuffle_up(vendor::whole_wave, value, delta, detail::CheckedWidth<width>::value,
                            place);
}
/// The value of the lane `delta` below, among the lanes in a mask.
template <int width = wave_size, typename T>
__device__ inline T shuffle_up(lane_mask lanes, T value, unsigned delta,
                               vendor::Place place = vendor::here()) {
  return vendor::shuffle_up(lanes, value, delta, detail::CheckedWidth<width>::value, place);
}
/// The value of the lane `delta` above, or the lane's own value if that is outside the segment.
/// @tparam width  size of the segments that the wave is divided into, a power of two
/// @param value  the lane's value, of any trivially copyable type
/// @param delta  less than wave_size
template <int width = wave_size, typename T>
__device__ inline T shuffle_down(T value, unsigned delta, vendor::Place place = vendor::here()) {
  return vendor::shuffle_down(vendor::whole_wave, value, delta, detail::CheckedWidth<width>::value,
                              place);
}
/// The value of the lane `delta` above, among the lanes in a mask.
template <int width = wave_size, typename T>
__device__ inline T shuffle_down(lane_mask lanes, T value, unsigned delta,
                                 vendor::Place place = vendor::here()) {
  return vendor::shuffle_down(lanes, value, delta, detail::CheckedWidth<width>::value, place);
}
/// The value of the lane whose index is this lane's index xor `bits`, or the lane's own value if
/// that is in a later segment.
/// @tparam width  size of the segments that the wave is divided into, a power of two
/// @param value  the lane's value, of any trivially copyable type
/// @param bits   less than wave_size
template <int width = wave_size, typename T>
__device__ inline T shuffle_xor(T value, int bits, vendor::Place place = vendor::here()) {
  return vendor::shuffle_xor(vendor::whole_wave, value, bits, detail::CheckedWidth<width>::value,
                             place);
}
/// The value of the lane whose index differs in `bits`, among the lanes in a mask.
template <int width = wave_size, typename T>
__device__ inline T shuffle_xor(lane_mask lanes, T value, int bits,
                                vendor::Place place = vendor::here()) {
  return vendor::shuffle_xor(lanes, value, bits, detail::CheckedWidth<width>::value, place);
}

/// The lanes whose values have the same bytes as this lane's, padding included.
template <typename T>
__device__ inline lane_mask match_any(T value, vendor::Place place = vendor::here()) {
  return vendor::match_any(vendor::whole_wave, value, place);
}
/// The lanes in a mask whose values have the same bytes as this lane's, padding included.
template <typename T>
__device__ inline lane_mask match_any(lane_mask lanes, T value,
                                      vendor::Place place = vendor::here()) {
  return vendor::match_any(lanes, value, place);
}
/// Whether the values of all lanes have the same bytes, padding included.
template <typename T>
__device__ inline bool match_all(T value, vendor::Place place = vendor::here()) {
  return vendor::match_any(vendor::whole_wave, value, place) ==
         vendor::ballot(vendor::whole_wave, true, place);
}
/// Whether the values of all lanes in a mask have the same bytes, padding included.
template <typename T>
__device__ inline bool match_all(lane_mask lanes, T value, vendor::Place place = vendor::here()) {
  return vendor::match_any(lanes, value, place) == vendor::ballot(lanes, true, place);
}

}  // namespace duet
