#pragma once

#include <duet/device/thread.hpp>
#include <duet/device/vendor/select.hpp>
#include <duet/device/wave.hpp>
#include <duet/device/wave_scan.hpp>
#include DUET_VENDOR_HEADER(wave_reduce)

namespace duet {

namespace detail {

/// Number of lanes from this one to the end of its segment. A block's last wave may be incomplete.
template <int width>
__device__ __forceinline__ unsigned lanes_from_here() {
  const unsigned in_segment = unsigned(width) - vendor::lane() % unsigned(width);
  const unsigned in_block = block_threads() - thread_in_block();
  return in_block < in_segment ? in_block : in_segment;
}

/// Combines the values of the next `lanes` lanes for the first lane of each segment; other lanes
/// get the values of some of them. All lanes of the wave must call it.
/// @param lanes  number of lanes of the segment, from this one on, that have a value
template <int width, typename T, typename Op>
__device__ __forceinline__ T reduce_lanes(T value, unsigned lanes, Op op, vendor::Place place) {
  for (unsigned delta = 1; delta < unsigned(width); delta *= 2) {
    const T later = vendor::shuffle_down(vendor::whole_wave, value, delta, width, place);
    if (delta < lanes) value = T(op(value, later));
  }
  return value;
}

/// Combines all values of each segment for its first lane; other lanes get some of them.
/// @tparam full  no lane is missing; the results of other lanes are then unspecified
template <int width, bool full = false, typename T, typename Op>
__device__ __forceinline__ T reduce_to_first_lane(T value, Op op, vendor::Place place) {
  using AtOnce = vendor::WaveReduction<T, Op>;
  const unsigned lanes = full ? unsigned(width) : lanes_from_here<width>();
  if constexpr (AtOnce::exists && width == wave_size) {
    const unsigned present = full ? unsigned(width) : vendor::lane() + lanes;
    return AtOnce::of(lane_mask(~lane_mask(0)) >> (unsigned(wave_size) - present), value);
  } else {
    return reduce_lanes<width>(value, lanes, op, place);
  }
}

}  // namespace detail

/// Combines the values of all lanes of the wave, or of each segment of `width` lanes, in the order
/// of the lanes. Every lane gets the result. None of the wave's lanes may have exited.
/// @tparam width  size of the segments, a power of two
/// @param value  the lane's value
/// @param op     T(T earlier, T later), associative
template <int width = wave_size, typename T, typename Op>
__device__ __forceinline__ T wave_reduce(T value, Op op, vendor::Place place = vendor::here()) {
  value = detail::reduce_to_first_lane<detail::CheckedWidth<width>::value>(value, op, place);
  return vendor::shuffle(vendor::whole_wave, value, 0, width, place);
}
/// Combines the values of the lanes in a mask that have not exited. Every one of them gets the
/// result.
template <int width = wave_size, typename T, typename Op>
__device__ __forceinline__ T wave_reduce(lane_mask lanes, T value, Op op,
                                         vendor::Place place = vendor::here()) {
  lanes = vendor::ballot(lanes, true, place);
  const lane_mask segment = detail::in_segment<detail::CheckedWidth<width>::value>(lanes);
  if constexpr (vendor::WaveReduction<T, Op>::exists && width == wave_size) {
    return vendor::WaveReduction<T, Op>::of(lanes, value);
  } else {
    value = detail::scan_lanes<width>(lanes, segment, value, op, place);
    return vendor::shuffle(lanes, value, detail::highest_lane(segment), wave_size, place);
  }
}

}  // namespace duet
