#pragma once

#include <duet/device/block_scratch.hpp>
#include <duet/device/detail/not_deduced.hpp>

namespace duet {

/// The value of one thread, for every thread of the block. All must come to it.
/// @param source  the same for all: a `thread_in_block`
template <typename T>
__device__ __forceinline__ T block_broadcast(BlockScratch<T>& scratch, detail::not_deduced<T> value,
                                             unsigned source,
                                             vendor::Place place = vendor::here()) {
  T* const shared = scratch.values();
  if (thread_in_block() == source) *shared = value;
  vendor::block_barrier(place);
  return *shared;
}
template <typename T>
__device__ __forceinline__ T block_broadcast(T value, unsigned source,
                                             vendor::Place place = vendor::here()) {
  value = block_broadcast(detail::block_scratch<T>(), value, source, place);
  vendor::block_barrier(place);
  return value;
}

}  // namespace duet
