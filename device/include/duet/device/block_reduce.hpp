#pragma once

#include <duet/device/block_scratch.hpp>
#include <duet/device/detail/not_deduced.hpp>
#include <duet/device/wave_reduce.hpp>

/// @file
/// Reductions of a block of any size and shape. All threads of the block must call them, and none
/// may have exited. Values are combined in the order of `thread_in_block` by any associative
/// operation; it need not be commutative. Floating-point sums depend on the wave size but are the
/// same in every run.
///
/// `block_reduce<256>(x, op)` tells the compiler that the block has 256 threads, which is faster.
/// Blocks of whole waves are faster as well. The operation is also called for results that are not
/// used.

namespace duet {

namespace detail {

/// Stores the combined value of each wave in `waves`.
/// @param thread  `thread_in_block()`: each call of it lengthens compilation
template <int threads, typename T, typename Op>
__device__ __forceinline__ void reduce_waves(unsigned thread, T* waves, T value, Op op,
                                             vendor::Place place) {
  // One test for the block instead of one for the lane in every step.
  if constexpr (threads > 0 && threads % wave_size == 0) {
    value = reduce_to_first_lane<wave_size, true>(value, op, place);
  } else if (has_whole_waves<threads>()) {
    value = reduce_to_first_lane<wave_size, true>(value, op, place);
  } else {
    value = reduce_to_first_lane<wave_size>(value, op, place);
  }
  if (thread % unsigned(wave_size) == 0) waves[thread / unsigned(wave_size)] = value;
  vendor::block_barrier(place);
}

/// Combines the values of `count` waves for the first lane of a complete wave.
template <typename T, typename Op>
__device__ __forceinline__ T combine_by_lanes(const T* waves, unsigned count, Op op,
                                              vendor::Place place) {
  constexpr int most = BlockScratch<T>::waves, few = 8;
  const unsigned lane = vendor::lane();
  const unsigned lanes = lane < count ? count - lane : 0;
  const T value = waves[lanes > 0 ? lane : 0];
  if (count <= unsigned(few)) return reduce_lanes<few>(value, lanes, op, place);
  using AtOnce = vendor::WaveReduction<T, Op>;
  if constexpr (AtOnce::exists && most <= wave_size) {
    if (lane >= count) return value;
    return AtOnce::of(lane_mask(~lane_mask(0)) >> (unsigned(wave_size) - count), value);
  } else {
    return reduce_lanes<most>(value, lanes, op, place);
  }
}

/// Combines the values of all waves for thread 0.
template <int threads, typename T, typename Op>
__device__ __forceinline__ T combine_for_first(unsigned thread, const T* waves, T own, Op op,
                                               vendor::Place place) {
  if constexpr (threads == 0 && vendor::has_fast_shuffles) {
    const unsigned count = waves_in_block<0>();
    if (count > 1) {
      return thread < unsigned(wave_size) ? combine_by_lanes(waves, count, op, place) : own;
    }
  }
  return thread == 0 ? combine_waves<threads, T>(waves, op) : own;
}

/// Combines the values of all waves for every thread.
template <int threads, typename T, typename Op>
__device__ __forceinline__ T combine_for_all(const T* waves, Op op, vendor::Place place) {
  using Lanes = LanesCombineWaves<threads, 8>;  // measured on an H200
  if constexpr (Lanes::value) {
    T value = Lanes::own(waves);
    int result = 0;
    if constexpr (Lanes::count == Lanes::width) {
      value = reduce_to_first_lane<Lanes::width, true>(value, op, place);
    } else {
      value = scan_lanes<Lanes::width>(value, op, place);
      result = Lanes::count - 1;
    }
    return vendor::shuffle(vendor::whole_wave, value, result, wave_size, place);
  } else {
    if constexpr (threads == 0 && vendor::has_fast_shuffles) {
      if (has_whole_waves<0>()) {
        const T value = combine_by_lanes(waves, waves_in_block<0>(), op, place);
        return vendor::shuffle(vendor::whole_wave, value, 0, wave_size, place);
      }
    }
    return combine_waves<threads, T>(waves, op);
  }
}

}  // namespace detail

/// Combines the values of all threads of the block. Every thread gets the result.
/// @tparam threads  number of threads in the block; 0 if it is not known at compile time
/// @param scratch  shared memory; see BlockScratch for when it may be used again
/// @param value    the thread's value
/// @param op       T(T earlier, T later), associative
/// @returns the combined value
template <int threads = 0, typename T, typename Op>
__device__ __forceinline__ T block_reduce(BlockScratch<T>& scratch, detail::not_deduced<T> value,
                                          Op op, vendor::Place place = vendor::here()) {
  detail::reduce_waves<threads, T>(thread_in_block(), scratch.values(), value, op, place);
  return detail::combine_for_all<threads, T>(scratch.values(), op, place);
}
/// Combines the values of all threads of the block, with shared memory of its own.
template <int threads = 0, typename T, typename Op>
__device__ __forceinline__ T block_reduce(T value, Op op, vendor::Place place = vendor::here()) {
  value = block_reduce<threads>(detail::block_scratch<T>(), value, op, place);
  vendor::block_barrier(place);
  return value;
}

/// Combines the values of all threads of the block for thread 0 only, which is less work than
/// `block_reduce`. The result in other threads is unspecified.
template <int threads = 0, typename T, typename Op>
__device__ __forceinline__ T block_reduce_to_first(BlockScratch<T>& scratch,
                                                   detail::not_deduced<T> value, Op op,
                                                   vendor::Place place = vendor::here()) {
  const unsigned thread = thread_in_block();
  detail::reduce_waves<threads, T>(thread, scratch.values(), value, op, place);
  return detail::combine_for_first<threads, T>(thread, scratch.values(), value, op, place);
}
/// Combines the values of all threads of the block for thread 0, with shared memory of its own.
template <int threads = 0, typename T, typename Op>
__device__ __forceinline__ T block_reduce_to_first(T value, Op op,
                                                   vendor::Place place = vendor::here()) {
  value = block_reduce_to_first<threads>(detail::block_scratch<T>(), value, op, place);
  vendor::block_barrier(place);
  return value;
}

}  // namespace duet
