#pragma once

#include <duet/device/thread.hpp>
#include <duet/device/vendor/select.hpp>
#include <duet/device/wave.hpp>
#include <duet/device/wave_scan.hpp>
#include DUET_VENDOR_HEADER(wave_reduce)

namespace duet {

namespace detail {

/// How many lanes of the segment there are from this one on: a block's last wave may lack some.
template <int width>
__device__ __forceinline__ unsigned lanes_from_here() {
  const unsigned in_segment = unsigned(width) - vendor::lane() % unsigned(width);
  const unsigned in_block = block_threads() - thread_in_block();
  return in_block < in_segment ? in_block : in_segment;
}

/// The first lane of each segment gets the values of so many lanes from it on, the others some of
/// them. All lanes of the wave take part.
/// @param lanes  of the segment, from this one on, that have one of the values
template <int width, typename T, typename Op>
__device__ __forceinline__ T reduce_lanes(T value, unsigned lanes, Op op, vendor::Place place) {
  for (unsigned delta = 1; delta < unsigned(width); delta *= 2) {
    const T later = vendor::shuffle_down(vendor::whole_wave, value, delta, width, place);
    if (delta < lanes) value = T(op(value, later));
  }
  return value;
}

/// The first lane of each segment gets all its values, the others some of them.
/// @tparam full  no lane is missing; what the others get is then of no use to anybody
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

/// All values of the wave, or of each segment of `width` lanes, combined in the order of the lanes;
/// every lane gets the result. What is said of operations, masks and lanes in wave_scan.hpp holds
/// here, too.
/// @param op  T(T earlier, T later), associative
template <int width = wave_size, typename T, typename Op>
__device__ __forceinline__ T wave_reduce(T value, Op op, vendor::Place place = vendor::here()) {
  value = detail::reduce_to_first_lane<detail::CheckedWidth<width>::value>(value, op, place);
  return vendor::shuffle(vendor::whole_wave, value, 0, width, place);
}
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
