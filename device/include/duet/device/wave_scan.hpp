#pragma once

#include <duet/device/detail/not_deduced.hpp>
#include <duet/device/wave.hpp>

/// @file
/// Scans of a wave: each lane gets the combined values of the lanes up to it. The operation must be
/// associative; operands keep their order, so it need not be commutative. Floating-point sums
/// depend on that order, which is the same in every run.
///
/// Scans work within segments of `width` lanes, a power of two, as shuffles do. The form with a
/// mask combines the lanes in the mask that have not exited; all of these must call it. The form
/// without a mask combines all lanes of the wave, none of which may have exited; it is faster.

namespace duet {

namespace detail {

template <int width, typename T, typename Op>
__device__ __forceinline__ T scan_lanes(T value, Op op, vendor::Place place) {
  const unsigned own = vendor::lane() % unsigned(width);
  for (unsigned delta = 1; delta < unsigned(width); delta *= 2) {
    const T below = vendor::shuffle_up(vendor::whole_wave, value, delta, width, place);
    if (own >= delta) value = T(op(below, value));
  }
  return value;
}

/// The lanes of `lanes` that are in this lane's segment.
template <int width>
__device__ __forceinline__ lane_mask in_segment(lane_mask lanes) {
  constexpr lane_mask segment = lane_mask(~lane_mask(0)) >> (wave_size - width);
  return lanes & (segment << (vendor::lane() / unsigned(width) * unsigned(width)));
}
/// The highest lane of a mask, or -1.
__device__ inline int highest_lane(lane_mask lanes) { return 63 - __clzll((long long)lanes); }
/// The highest lane of a mask below this lane, or -1.
__device__ __forceinline__ int lane_before(lane_mask lanes) {
  return highest_lane(lanes & ((lane_mask(1) << vendor::lane()) - 1));
}

/// Inclusive scan of the lanes in a mask. Each step doubles the number of lanes that are combined:
/// it adds what the lane before them has combined.
/// @param segment  the lanes of this lane's segment that take part
template <int width, typename T, typename Op>
__device__ __forceinline__ T scan_lanes(lane_mask lanes, lane_mask segment, T value, Op op,
                                        vendor::Place place) {
  int before = lane_before(segment);
  for (int taken = 1; taken < width; taken *= 2) {
    const int source = before < 0 ? int(vendor::lane()) : before;
    const T other = vendor::shuffle(lanes, value, source, wave_size, place);
    const int further = vendor::shuffle(lanes, before, source, wave_size, place);
    if (before < 0) continue;
    value = T(op(other, value));
    before = further;
  }
  return value;
}

}  // namespace detail

/// Inclusive scan: combines the values of the lanes up to and including this one.
/// @tparam width  size of the segments, a power of two
/// @param value  the lane's value
/// @param op     T(T earlier, T later), associative
template <int width = wave_size, typename T, typename Op>
__device__ __forceinline__ T wave_inclusive_scan(T value, Op op,
                                                 vendor::Place place = vendor::here()) {
  return detail::scan_lanes<detail::CheckedWidth<width>::value>(value, op, place);
}
/// Inclusive scan of the lanes in a mask.
template <int width = wave_size, typename T, typename Op>
__device__ __forceinline__ T wave_inclusive_scan(lane_mask lanes, T value, Op op,
                                                 vendor::Place place = vendor::here()) {
  lanes = vendor::ballot(lanes, true, place);
  return detail::scan_lanes<detail::CheckedWidth<width>::value>(
      lanes, detail::in_segment<width>(lanes), value, op, place);
}

/// Exclusive scan: combines the values of the lanes before this one.
/// @tparam width  size of the segments, a power of two
/// @param value     the lane's value
/// @param op        T(T earlier, T later), associative
/// @param identity  the result of the first lane
template <int width = wave_size, typename T, typename Op>
__device__ __forceinline__ T wave_exclusive_scan(T value, Op op, detail::not_deduced<T> identity,
                                                 vendor::Place place = vendor::here()) {
  const T scanned = detail::scan_lanes<detail::CheckedWidth<width>::value>(value, op, place);
  const T below = vendor::shuffle_up(vendor::whole_wave, scanned, 1, width, place);
  return vendor::lane() % unsigned(width) == 0 ? identity : below;
}
/// Exclusive scan of the lanes in a mask.
template <int width = wave_size, typename T, typename Op>
__device__ __forceinline__ T wave_exclusive_scan(lane_mask lanes, T value, Op op,
                                                 detail::not_deduced<T> identity,
                                                 vendor::Place place = vendor::here()) {
  lanes = vendor::ballot(lanes, true, place);
  const lane_mask segment = detail::in_segment<detail::CheckedWidth<width>::value>(lanes);
  const T scanned = detail::scan_lanes<width>(lanes, segment, value, op, place);
  const int before = detail::lane_before(segment);
  const T below =
      vendor::shuffle(lanes, scanned, before < 0 ? int(vendor::lane()) : before, wave_size, place);
  return before < 0 ? identity : below;
}

}  // namespace duet
