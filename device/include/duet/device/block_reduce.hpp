#pragma once

#include <duet/device/block_scratch.hpp>
#include <duet/device/detail/not_deduced.hpp>
#include <duet/device/wave_reduce.hpp>

// Reductions of a block, of any size and shape. Every thread of the block must come to them, and
// none may have exited. Values are combined in the order of `thread_in_block`, by any associative
// operation; it need not be commutative. Floating-point sums depend on the size of waves, but are
// the same in every run.
//
// block_reduce<256>(x, op) says that the block has 256 threads, for the compiler, which makes it
// faster. Blocks of whole waves are faster, too. The operation is also called for results that
// nobody gets.

namespace duet {

namespace detail {

/// Whether no wave of the block lacks lanes.
template <int threads>
__device__ __forceinline__ bool has_whole_waves() {
  return (threads > 0 ? unsigned(threads) : block_threads()) % unsigned(wave_size) == 0;
}

/// Each wave leaves its values, combined, in `waves`.
template <int threads, typename T, typename Op>
__device__ __forceinline__ void reduce_waves(T* waves, T value, Op op, vendor::Place place) {
  // One question of the block, instead of one of the lane in every step.
  if (has_whole_waves<threads>()) {
    value = reduce_to_first_lane<wave_size, true>(value, op, place);
  } else {
    value = reduce_to_first_lane<wave_size>(value, op, place);
  }
  if (vendor::lane() == 0) waves[wave_in_block()] = value;
  vendor::block_barrier(place);
}

/// What so many waves left, combined, for the first lane of a wave that has all its lanes.
template <typename T, typename Op>
__device__ __forceinline__ T combine_by_lanes(const T* waves, unsigned count, Op op,
                                              vendor::Place place) {
  constexpr int most = BlockScratch<T>::waves, few = 8;
  const unsigned lane = vendor::lane();
  const unsigned lanes = lane < count ? count - lane : 0;
  const T value = waves[lanes > 0 ? lane : 0];
  if (count <= unsigned(few)) return reduce_lanes<few>(value, lanes, op, place);
  return reduce_lanes<most>(value, lanes, op, place);
}

/// What they left, combined, for thread 0.
template <int threads, typename T, typename Op>
__device__ __forceinline__ T combine_for_first(const T* waves, T own, Op op, vendor::Place place) {
  if constexpr (threads == 0 && vendor::has_fast_shuffles) {
    const unsigned count = waves_in_block<0>();
    if (count > 1) return wave_in_block() == 0 ? combine_by_lanes(waves, count, op, place) : own;
  }
  return thread_in_block() == 0 ? combine_waves<threads, T>(waves, op) : own;
}

/// What they left, combined, for every thread.
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

/// All values of the block, combined; every thread gets the result.
/// @tparam threads  of the block; 0 if that is not known when the kernel is compiled
/// @param op  T(T earlier, T later)
template <int threads = 0, typename T, typename Op>
__device__ __forceinline__ T block_reduce(BlockScratch<T>& scratch, detail::not_deduced<T> value,
                                          Op op, vendor::Place place = vendor::here()) {
  detail::reduce_waves<threads, T>(scratch.values(), value, op, place);
  return detail::combine_for_all<threads, T>(scratch.values(), op, place);
}
template <int threads = 0, typename T, typename Op>
__device__ __forceinline__ T block_reduce(T value, Op op, vendor::Place place = vendor::here()) {
  value = block_reduce<threads>(detail::block_scratch<T>(), value, op, place);
  vendor::block_barrier(place);
  return value;
}

/// As block_reduce, for thread 0 alone, which is less work. What others get is unspecified.
template <int threads = 0, typename T, typename Op>
__device__ __forceinline__ T block_reduce_to_first(BlockScratch<T>& scratch,
                                                   detail::not_deduced<T> value, Op op,
                                                   vendor::Place place = vendor::here()) {
  detail::reduce_waves<threads, T>(scratch.values(), value, op, place);
  return detail::combine_for_first<threads, T>(scratch.values(), value, op, place);
}
template <int threads = 0, typename T, typename Op>
__device__ __forceinline__ T block_reduce_to_first(T value, Op op,
                                                   vendor::Place place = vendor::here()) {
  value = block_reduce_to_first<threads>(detail::block_scratch<T>(), value, op, place);
  vendor::block_barrier(place);
  return value;
}

}  // namespace duet
