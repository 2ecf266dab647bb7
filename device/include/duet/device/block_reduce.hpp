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
  using AtOnce = vendor::WaveReduction<T, Op>;
  if constexpr (AtOnce::exists) {
    value = AtOnce::of(vendor::whole_wave, value);  // lanes that do not exist take no part
  } else if constexpr (threads > 0 && threads % wave_size == 0) {
    value = reduce_to_first_lane<wave_size, true>(value, op, place);
  } else if (has_whole_waves<threads>()) {  // one test for the block, not one in every step
    value = reduce_to_first_lane<wave_size, true>(value, op, place);
  } else {
    value = reduce_to_first_lane<wave_size>(value, op, place);
  }
  if (thread % unsigned(wave_size) == 0) waves[thread / unsigned(wave_size)] = value;
  vendor::block_barrier(place);
}

/// Combines the values of `count` waves for the first lane of a wave in which lane `count - 1`
/// exists.
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

/// Combines the values of `count` waves for all lanes of a wave in which lane `count - 1` exists,
/// if one instruction does that.
template <typename T, typename Op>
__device__ __forceinline__ T combine_at_once(const T* waves, unsigned count) {
  using AtOnce = vendor::WaveReduction<T, Op>;
  const unsigned lane = vendor::lane();
  const T value = waves[lane < count ? lane : 0];
  return AtOnce::of(vendor::whole_wave, lane < count ? value : AtOnce::template identity<T>());
}

/// Combines the values of all waves for thread 0.
template <int threads, typename T, typename Op>
__device__ __forceinline__ T combine_for_first(unsigned thread, const T* waves, T own, Op op,
                                               vendor::Place place) {
  constexpr bool at_once = vendor::WaveReduction<T, Op>::exists;
  if constexpr (at_once && (threads == 0 || threads > 8 * wave_size)) {
    if (thread >= unsigned(wave_size)) return own;
    return combine_at_once<T, Op>(waves, waves_in_block<threads>());
  } else if constexpr (threads == 0 && vendor::has_fast_shuffles) {
    if (thread >= unsigned(wave_size)) return own;
    return combine_by_lanes(waves, waves_in_block<0>(), op, place);
  } else {
    return thread == 0 ? combine_waves<threads, T>(waves, op) : own;
  }
}

/// Combines the values of all waves for every thread.
template <int threads, typename T, typename Op>
__device__ __forceinline__ T combine_for_all(const T* waves, Op op, vendor::Place place) {
  using Lanes = LanesCombineWaves<threads, 8>;  // measured on an H200
  constexpr bool at_once = vendor::WaveReduction<T, Op>::exists;
  if constexpr (Lanes::value && at_once) {
    return combine_at_once<T, Op>(waves, Lanes::count);
  } else if constexpr (Lanes::value) {
    T value = Lanes::own(waves);
    int result = 0;
    if constexpr (Lanes::count == Lanes::width) {
      value = reduce_to_first_lane<Lanes::width, true>(value, op, place);
    } else {
      value = scan_lanes<Lanes::width>(value, op, place);
      result = Lanes::count - 1;
    }
    return vendor::shuffle(vendor::whole_wave, value, result, wave_size, place);
  } else if constexpr (threads == 0 && vendor::has_fast_shuffles) {
    // The lanes of an incomplete wave may be too few.
    if (!has_whole_waves<0>()) return combine_waves<0, T>(waves, op);
    if constexpr (at_once) {
      return combine_at_once<T, Op>(waves, waves_in_block<0>());
    } else {
      const T value = combine_by_lanes(waves, waves_in_block<0>(), op, place);
      return vendor::shuffle(vendor::whole_wave, value, 0, wave_size, place);
    }
  } else {
    return combine_waves<threads, T>(waves, op);
  }
}

/// Whether thread 0 combines the values of all waves and the others read its result, which is less
/// work than combining them in each wave. Measured on an H200.
template <int threads, typename T, typename Op>
inline constexpr bool first_combines = vendor::has_fast_shuffles &&
                                       (vendor::WaveReduction<T, Op>::exists
                                            ? threads >= 8 * wave_size
                                            : threads > 8 * wave_size);

/// Memory of a value without its constructor, which a shared variable cannot have.
template <typename T>
struct Uninitialised {
  alignas(T) unsigned char bytes[sizeof(T)];
};

/// Where thread 0 leaves a result. It is written after a barrier that follows all reads of the one
/// before.
template <typename T>
__device__ __forceinline__ T& block_result() {
  __shared__ Uninitialised<T> result;
  return *reinterpret_cast<T*>(result.bytes);
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
  if constexpr (detail::first_combines<threads, T, Op>) {
    T* const waves = detail::block_scratch<T>().values();
    const unsigned thread = thread_in_block();
    detail::reduce_waves<threads, T>(thread, waves, value, op, place);
    value = detail::combine_for_first<threads, T>(thread, waves, value, op, place);
    if (thread == 0) detail::block_result<T>() = value;
    vendor::block_barrier(place);
    return detail::block_result<T>();
  } else {
    value = block_reduce<threads>(detail::block_scratch<T>(), value, op, place);
    vendor::block_barrier(place);
    return value;
  }
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
