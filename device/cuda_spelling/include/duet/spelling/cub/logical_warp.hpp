#pragma once

#include <duet/device/wave.hpp>
#include <duet/spelling/cub/carrier.hpp>

namespace duet::spelling {

/// A logical warp: `width` consecutive lanes of a warp of 32. A wave of 64 lanes holds two warps.
/// @tparam width  1 to 32; if it is not a power of two, the last lanes of the warp are in none
template <int width>
struct LogicalWarp {
  static_assert(width >= 1 && width <= 32, "a logical warp has 1 to 32 threads");
  static constexpr bool is_power = (width & (width - 1)) == 0;

  __device__ __forceinline__ static unsigned lane() {
    return is_power ? vendor::lane() % unsigned(width) : vendor::lane() % 32 % unsigned(width);
  }
  /// The lane of the wave in which it begins.
  __device__ __forceinline__ static unsigned first() { return vendor::lane() - lane(); }
  __device__ __forceinline__ static lane_mask mask() {
    return (lane_mask(~0u) >> (32 - width)) << first();
  }
  /// Number of the logical warp in its block.
  __device__ __forceinline__ static unsigned in_block() {
    const unsigned thread = thread_in_block();
    return is_power ? thread / unsigned(width)
                    : thread / 32 * unsigned(32 / width) + thread % 32 / unsigned(width);
  }

  template <typename T>
  __device__ __forceinline__ static T from(const T& value, int source, vendor::Place place) {
    using C = Carrier<T>;
    return C::unpack(
        vendor::shuffle(mask(), C::pack(value), int(first()) + source, wave_size, place));
  }
  /// The value of the lane `delta` above or, past the end, of any lane.
  template <typename T>
  __device__ __forceinline__ static T above(const T& value, unsigned delta, vendor::Place place) {
    using C = Carrier<T>;
    if constexpr (is_power) {
      return C::unpack(vendor::shuffle_down(mask(), C::pack(value), delta, width, place));
    } else {
      const unsigned source = lane() + delta;
      return from(value, int(source < unsigned(width) ? source : lane()), place);
    }
  }
  /// The value of the lane `delta` below or, before the first, of any lane.
  template <typename T>
  __device__ __forceinline__ static T below(const T& value, unsigned delta, vendor::Place place) {
    using C = Carrier<T>;
    if constexpr (is_power) {
      return C::unpack(vendor::shuffle_up(mask(), C::pack(value), delta, width, place));
    } else {
      return from(value, int(lane() < delta ? lane() : lane() - delta), place);
    }
  }
  __device__ __forceinline__ static void barrier(vendor::Place place) {
    vendor::wave_barrier(mask(), place);
  }

  /// Combines the values of `count` lanes, from this one on, for the first lane.
  template <typename T, typename Op>
  __device__ __forceinline__ static T reduce(T value, unsigned count, Op op, vendor::Place place) {
#pragma unroll
    for (unsigned delta = 1; delta < unsigned(width); delta *= 2) {
      const T later = above(value, delta, place);
      if (delta < count) value = T(op(value, later));
    }
    return value;
  }
  /// Inclusive scan.
  /// @param begin  the lane at which this lane's segment begins
  template <typename T, typename Op>
  __device__ __forceinline__ static T scan(T value, Op op, vendor::Place place,
                                           unsigned begin = 0) {
    const unsigned inside = lane() - begin;
#pragma unroll
    for (unsigned delta = 1; delta < unsigned(width); delta *= 2) {
      const T earlier = below(value, delta, place);
      if (inside >= delta) value = T(op(earlier, value));
    }
    return value;
  }
};

}  // namespace duet::spelling
