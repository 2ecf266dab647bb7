#pragma once

#include <duet/device/block_scratch.hpp>
#include <duet/device/detail/not_deduced.hpp>
#include <duet/device/wave_reduce.hpp>
#include <duet/device/wave_scan.hpp>

/// @file
/// Scans of a block of any size and shape: each thread gets the combined values of the threads up
/// to it, in the order of `thread_in_block`. The operation must be associative; it need not be
/// commutative. All threads of the block must call them, and none may have exited. Floating-point
/// sums depend on the wave size but are the same in every run. `block_inclusive_scan<256>(x, op)`
/// tells the compiler that the block has 256 threads, which is faster.

namespace duet {

namespace detail {

/// Stores the combined value of each wave in `waves`.
/// @returns the inclusive scan of the wave
template <int threads, typename T, typename Op>
__device__ __forceinline__ T scan_waves(T* waves, T value, Op op, vendor::Place place) {
  value = scan_lanes<wave_size>(value, op, place);
  const unsigned thread = thread_in_block();
  constexpr bool full = threads > 0 && threads % wave_size == 0;
  const bool ends_wave = vendor::lane() + 1 == unsigned(wave_size);
  const bool is_last = ends_wave || (!full && thread + 1 == block_threads());
  if (is_last) waves[thread / unsigned(wave_size)] = value;
  vendor::block_barrier(place);
  return value;
}

/// `waves_before` by the lanes of complete waves, of which each reads one value.
/// @tparam width  a power of two, not less than `count`
template <int width, typename T, typename Op>
__device__ __forceinline__ T waves_before_by_lanes(const T* waves, unsigned count, unsigned own,
                                                   T* total, Op op, vendor::Place place) {
  const T value = scan_lanes<width>(value_of_lane<width>(waves, count), op, place);
  if (total != nullptr) {
    *total = vendor::shuffle(vendor::whole_wave, value, int(count) - 1, wave_size, place);
  }
  const int before = own == 0 ? 0 : int(own) - 1;
  return vendor::shuffle(vendor::whole_wave, value, before, wave_size, place);
}

/// `waves_before` by the lanes of complete waves with one instruction.
template <typename T, typename Op>
__device__ __forceinline__ T waves_before_at_once(const T* waves, unsigned count, unsigned own,
                                                  T* total) {
  using AtOnce = vendor::WaveReduction<T, Op>;
  const unsigned lane = vendor::lane();
  const T value = waves[lane < count ? lane : 0], none = AtOnce::template identity<T>();
  if (total != nullptr) *total = AtOnce::of(vendor::whole_wave, lane < count ? value : none);
  return AtOnce::of(vendor::whole_wave, lane < own ? value : none);
}

/// Combines the values of the waves before wave `own`; for wave 0, returns the value of wave 0.
/// @param total  receives the combined value of all waves unless it is null
template <int threads, typename T, typename Op>
__device__ __forceinline__ T waves_before(const T* waves, unsigned own, T* total, Op op,
                                          vendor::Place place) {
  using Lanes = LanesCombineWaves<threads, 4>;  // measured on an H200
  constexpr bool at_once = vendor::WaveReduction<T, Op>::exists;
  if constexpr (Lanes::value && at_once) {
    return waves_before_at_once<T, Op>(waves, Lanes::count, own, total);
  } else if constexpr (Lanes::value) {
    return waves_before_by_lanes<Lanes::width>(waves, Lanes::count, own, total, op, place);
  } else {
    const unsigned count = waves_in_block<threads>();
    if constexpr (threads == 0 && vendor::has_fast_shuffles) {
      if (has_whole_waves<0>()) {
        if constexpr (at_once) {
          return waves_before_at_once<T, Op>(waves, count, own, total);
        } else {
          constexpr int few = 8, most = BlockScratch<T>::waves;
          if (count <= unsigned(few)) {
            return waves_before_by_lanes<few>(waves, count, own, total, op, place);
          }
          return waves_before_by_lanes<most>(waves, count, own, total, op, place);
        }
      }
    }
    T before = waves[0];
    if (total == nullptr) {
      // Reads all waves if their number is known at compile time, so that the loads overlap.
      const unsigned end = threads > 0 ? count : own;
      for (unsigned wave = 1; wave < end; ++wave) {
        const T next = waves[wave];
        if (threads == 0 || wave < own) before = T(op(before, next));
      }
      return before;
    }
    T all = before;
    for (unsigned wave = 1; wave < count; ++wave) {
      if (wave == own) before = all;
      all = T(op(all, waves[wave]));
    }
    *total = all;
    return before;
  }
}

}  // namespace detail

/// Inclusive scan: combines the values of the threads up to and including this one.
/// @tparam threads  number of threads in the block; 0 if it is not known at compile time
/// @param scratch  shared memory; see BlockScratch for when it may be used again
/// @param value    the thread's value
/// @param op       T(T earlier, T later), associative
/// @param total    receives the combined value of all threads, in every thread; may be null
/// @returns the combined value
template <int threads = 0, typename T, typename Op>
__device__ __forceinline__ T block_inclusive_scan(BlockScratch<T>& scratch,
                                                  detail::not_deduced<T> value, Op op,
                                                  detail::not_deduced<T>* total = nullptr,
                                                  vendor::Place place = vendor::here()) {
  const T scanned = detail::scan_waves<threads, T>(scratch.values(), value, op, place);
  const unsigned wave = wave_in_block();
  const T before = detail::waves_before<threads, T>(scratch.values(), wave, total, op, place);
  return wave == 0 ? scanned : T(op(before, scanned));
}
/// Inclusive scan of a block with shared memory of its own.
template <int threads = 0, typename T, typename Op>
__device__ __forceinline__ T block_inclusive_scan(T value, Op op,
                                                  detail::not_deduced<T>* total = nullptr,
                                                  vendor::Place place = vendor::here()) {
  value = block_inclusive_scan<threads>(detail::block_scratch<T>(), value, op, total, place);
  vendor::block_barrier(place);
  return value;
}

/// Exclusive scan: combines the values of the threads before this one.
/// @tparam threads   number of threads in the block; 0 if it is not known at compile time
/// @param scratch   shared memory; see BlockScratch for when it may be used again
/// @param value     the thread's value
/// @param op        T(T earlier, T later), associative
/// @param identity  the result of thread 0
/// @param total     receives the combined value of all threads, in every thread; may be null
/// @returns the combined value
template <int threads = 0, typename T, typename Op>
__device__ __forceinline__ T block_exclusive_scan(BlockScratch<T>& scratch,
                                                  detail::not_deduced<T> value, Op op,
                                                  detail::not_deduced<T> identity,
                                                  detail::not_deduced<T>* total = nullptr,
                                                  vendor::Place place = vendor::here()) {
  const T scanned = detail::scan_waves<threads, T>(scratch.values(), value, op, place);
  const T below = vendor::shuffle_up(vendor::whole_wave, scanned, 1, wave_size, place);
  const unsigned wave = wave_in_block();
  const T before = detail::waves_before<threads, T>(scratch.values(), wave, total, op, place);
  if (vendor::lane() == 0) return wave == 0 ? identity : before;
  return wave == 0 ? below : T(op(before, below));
}
/// Exclusive scan of a block with shared memory of its own.
template <int threads = 0, typename T, typename Op>
__device__ __forceinline__ T block_exclusive_scan(T value, Op op, detail::not_deduced<T> identity,
                                                  detail::not_deduced<T>* total = nullptr,
                                                  vendor::Place place = vendor::here()) {
  value =
      block_exclusive_scan<threads>(detail::block_scratch<T>(), value, op, identity, total, place);
  vendor::block_barrier(place);
  return value;
}

}  // namespace duet
