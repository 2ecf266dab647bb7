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
// faster, above all for multiples of the wave size. The operation is then also called for results
// that nobody gets.

namespace duet {

namespace detail {

/// Each wave leaves its values, combined, in `waves`.
template <int threads, typename T, typename Op>
__device__ __forceinline__ void reduce_waves(T* waves, T value, Op op, vendor::Place place) {
  constexpr bool full = threads > 0 && threads % wave_size == 0;
  value = reduce_to_first_lane<wave_size, full>(value, op, place);
  if (vendor::lane() == 0) waves[wave_in_block()] = value;
  vendor::block_barrier(place);
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
  if (thread_in_block() != 0) return value;
  return detail::combine_waves<threads, T>(scratch.values(), op);
}
template <int threads = 0, typename T, typename Op>
__device__ __forceinline__ T block_reduce_to_first(T value, Op op,
                                                   vendor::Place place = vendor::here()) {
  value = block_reduce_to_first<threads>(detail::block_scratch<T>(), value, op, place);
  vendor::block_barrier(place);
  return value;
}

}  // namespace duet
