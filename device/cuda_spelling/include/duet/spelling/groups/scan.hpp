#pragma once

#include <duet/spelling/groups/operations.hpp>
#include <duet/spelling/groups/tiles.hpp>

namespace duet::spelling {

/// The last thread combines an atomic object with its value. @returns the old value, for all
/// threads
template <typename Group, typename Atomic, typename T, typename Op>
__device__ inline T combined_by_last(const Group& group, const Atomic& result, T value, Op op,
                                     vendor::Place place) {
  const unsigned last = group.size() - 1;
  T old = value;
  if (group.thread_rank() == last) old = combine(result, value, op);
  return group.shfl(old, last, place);
}

}  // namespace duet::spelling

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

/// What an atomic object held, combined with the values of all threads up to this one. The
/// object is combined with all values.
/// @param result  a cuda::atomic or cuda::atomic_ref
template <typename Group, typename Atomic, typename T, typename Op>
__device__ inline T inclusive_scan_update(const Group& group, const Atomic& result, T value, Op op,
                                          duet::vendor::Place place = duet::vendor::here()) {
  const T sum = inclusive_scan(group, value, op, place);
  return op(duet::spelling::combined_by_last(group, result, sum, op, place), sum);
}
template <typename Group, typename Atomic, typename T>
__device__ inline T inclusive_scan_update(const Group& group, const Atomic& result, T value,
                                          duet::vendor::Place place = duet::vendor::here()) {
  return inclusive_scan_update(group, result, value, plus<T>(), place);
}
/// The same with the values of the threads before this one.
template <typename Group, typename Atomic, typename T, typename Op>
__device__ inline T exclusive_scan_update(const Group& group, const Atomic& result, T value, Op op,
                                          duet::vendor::Place place = duet::vendor::here()) {
  const T sum = inclusive_scan(group, value, op, place);
  const T old = duet::spelling::combined_by_last(group, result, sum, op, place);
  const T before = group.shfl_up(sum, 1, place);
  return group.thread_rank() == 0 ? old : op(old, before);
}
template <typename Group, typename Atomic, typename T>
__device__ inline T exclusive_scan_update(const Group& group, const Atomic& result, T value,
                                          duet::vendor::Place place = duet::vendor::here()) {
  return exclusive_scan_update(group, result, value, plus<T>(), place);
}

}  // namespace cooperative_groups
