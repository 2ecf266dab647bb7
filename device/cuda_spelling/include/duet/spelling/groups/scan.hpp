#pragma once

#include <duet/spelling/groups/operations.hpp>
#include <duet/spelling/groups/tiles.hpp>

namespace cooperative_groups {

/// The combination of the values of all threads up to this one.
template <typename Group, typename T, typename Op>
__device__ inline T inclusive_scan(const Group& group, T value, Op op,
                                   duet::vendor::Place place = duet::vendor::here()) {
  const unsigned rank = group.thread_rank();
  for (unsigned distance = 1; distance < group.size(); distance *= 2) {
    const T before = group.shfl_up(value, distance, place);
    if (rank >= distance) value = op(before, value);
  }
  return value;
}
template <typename Group, typename T>
__device__ inline T inclusive_scan(const Group& group, T value,
                                   duet::vendor::Place place = duet::vendor::here()) {
  return inclusive_scan(group, value, plus<T>(), place);
}
/// The combination of the values of the threads before this one; T() for the first.
template <typename Group, typename T, typename Op>
__device__ inline T exclusive_scan(const Group& group, T value, Op op,
                                   duet::vendor::Place place = duet::vendor::here()) {
  const T before = group.shfl_up(inclusive_scan(group, value, op, place), 1, place);
  return group.thread_rank() == 0 ? T() : before;
}
template <typename Group, typename T>
__device__ inline T exclusive_scan(const Group& group, T value,
                                   duet::vendor::Place place = duet::vendor::here()) {
  return exclusive_scan(group, value, plus<T>(), place);
}

}  // namespace cooperative_groups
