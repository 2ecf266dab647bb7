#pragma once

#include <duet/device/block_scratch.hpp>
#include <duet/device/detail/not_deduced.hpp>

namespace duet {

/// Gives every thread of the block the value of one thread. All threads of the block must call it.
/// @param scratch  shared memory; see BlockScratch for when it may be used again
/// @param value    the thread's value; only that of thread `source` is used
/// @param source   a `thread_in_block`, the same for all threads
/// @returns the value of thread `source`
template <typename T>
__device__ __forceinline__ T block_broadcast(BlockScratch<T>& scratch, detail::not_deduced<T> value,
                                             unsigned source,
                                             vendor::Place place = vendor::here()) {
  T* const shared = scratch.values();
  if (thread_in_block() == source) *shared = value;
  vendor::block_barrier(place);
  return *shared;
}
/// Gives every thread of the block the value of one thread, with shared memory of its own.
template <typename T>
__device__ __forceinline__ T block_broadcast(T value, unsigned source,
                                             vendor::Place place = vendor::here()) {
  value = block_broadcast(detail::block_scratch<T>(), value, source, place);
  vendor::block_barrier(place);
  return value;
}

}  // namespace duet
