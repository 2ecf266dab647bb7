#pragma once

#include <duet/spelling/groups/operations.hpp>
#include <duet/spelling/groups/tiles.hpp>

namespace cooperative_groups {

/// The combination of all threads' values, for all of them.
template <unsigned Size, typename Parent, typename T, typename Op>
__device__ inline T reduce(const thread_block_tile<Size, Parent>& tile, T value, Op op,
                           duet::vendor::Place place = duet::vendor::here()) {
#pragma unroll
  for (unsigned bit = Size / 2; bit > 0; bit /= 2) {
    value = op(value, tile.shfl_xor(value, bit, place));
  }
  return value;
}
template <typename T, typename Op>
__device__ inline T reduce(const coalesced_group& group, T value, Op op,
                           duet::vendor::Place place = duet::vendor::here()) {
  T result = group.shfl(value, 0, place);
  for (unsigned i = 1; i < group.size(); ++i) result = op(result, group.shfl(value, i, place));
  return result;
}
/// @param result  a cuda::atomic or cuda::atomic_ref, which is combined with the threads' values
template <typename Group, typename Atomic, typename T, typename Op>
__device__ inline auto reduce_update_async(const Group& group, const Atomic& result, T value, Op op,
                                           duet::vendor::Place place = duet::vendor::here())
    -> decltype(result.store(value)) {
  const T all = reduce(group, value, op, place);
  if (group.thread_rank() == 0) duet::spelling::combine(result, all, op);
}
template <typename Group, typename Atomic, typename T, typename Op>
__device__ inline auto reduce_store_async(const Group& group, const Atomic& result, T value, Op op,
                                          duet::vendor::Place place = duet::vendor::here())
    -> decltype(result.store(value)) {
  const T all = reduce(group, value, op, place);
  if (group.thread_rank() == 0) result.store(all);
}
template <typename Group, typename T, typename Op>
__device__ inline void reduce_store_async(const Group& group, T* result, T value, Op op,
                                          duet::vendor::Place place = duet::vendor::here()) {
  const T all = reduce(group, value, op, place);
  if (group.thread_rank() == 0) *result = all;
}

}  // namespace cooperative_groups
