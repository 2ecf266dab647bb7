#pragma once

// Groups of cooperative_groups.h: the block, the grid, and the basis of groups within a warp.

#if !defined(DUET_SPELLING_LEAN) || defined(DUET_SPELLING_USES_GROUPS_GRID)
#include <duet/device/grid.hpp>
#endif
#include <duet/device/thread.hpp>
#include <duet/spelling/lanes.hpp>

namespace cooperative_groups {

namespace detail {

__device__ inline unsigned block_threads() { return blockDim.x * blockDim.y * blockDim.z; }
__device__ inline unsigned block_rank() {
  return threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z);
}
/// The number of the i-th set bit.
__device__ inline unsigned nth_lane(unsigned mask, unsigned i) {
  for (; i != 0; --i) mask &= mask - 1;
  return unsigned(__ffs(int(mask))) - 1u;
}
#if !defined(DUET_SPELLING_LEAN) || defined(DUET_SPELLING_USES_GROUPS_GRID)
/// The barrier of the program's cooperative grids, of which one runs at a time.
inline __device__ duet::GridBarrier grid_barrier_words;
#endif

}  // namespace detail

struct thread_block;
template <unsigned Size, typename Parent = void>
class thread_block_tile;

#if !defined(DUET_SPELLING_LEAN) || defined(DUET_SPELLING_USES_GROUPS_LANES)
/// The threads of a warp that a mask names.
class coalesced_group {
 public:
  __device__ explicit coalesced_group(unsigned mask, unsigned parts = 1, unsigned part = 0)
      : mask_(mask), parts_(parts), part_(part) {}

  __device__ unsigned size() const { return unsigned(__popc(mask_)); }
  __device__ unsigned num_threads() const { return size(); }
  __device__ unsigned thread_rank() const {
    return unsigned(__popc(mask_ & ((1u << duet::spelling::lane_id()) - 1u)));
  }
  __device__ unsigned meta_group_size() const { return parts_; }
  __device__ unsigned meta_group_rank() const { return part_; }
  __device__ bool is_valid() const { return true; }
  /// The lanes of the warp that the group has.
  __device__ unsigned lanes() const { return mask_; }

  __device__ void sync(duet::vendor::Place place = duet::vendor::here()) const {
    duet::vendor::wave_barrier(duet::spelling::wave_mask(mask_), place);
  }
  template <typename T>
  __device__ T shfl(T value, unsigned source,
                    duet::vendor::Place place = duet::vendor::here()) const {
    const unsigned lane = source < size() ? detail::nth_lane(mask_, source) : 0u;
    return read(value, lane, place);
  }
  template <typename T>
  __device__ T shfl_up(T value, unsigned delta,
                       duet::vendor::Place place = duet::vendor::here()) const {
    const unsigned rank = thread_rank(), from = rank < delta ? rank : rank - delta;
    return read(value, detail::nth_lane(mask_, from), place);
  }
  template <typename T>
  __device__ T shfl_down(T value, unsigned delta,
                         duet::vendor::Place place = duet::vendor::here()) const {
    const unsigned rank = thread_rank(), from = rank + delta < size() ? rank + delta : rank;
    return read(value, detail::nth_lane(mask_, from), place);
  }
  template <typename T>
  __device__ T shfl_xor(T value, unsigned bits,
                        duet::vendor::Place place = duet::vendor::here()) const {
    const unsigned rank = thread_rank(), from = (rank ^ bits) < size() ? rank ^ bits : rank;
    return read(value, detail::nth_lane(mask_, from), place);
  }
  __device__ int any(int predicate, duet::vendor::Place place = duet::vendor::here()) const {
    return votes(predicate, place) != 0;
  }
  __device__ int all(int predicate, duet::vendor::Place place = duet::vendor::here()) const {
    return votes(predicate, place) == mask_;
  }
  /// One bit for each thread's rank.
  __device__ unsigned ballot(int predicate,
                             duet::vendor::Place place = duet::vendor::here()) const {
    return ranks_of(votes(predicate, place));
  }
  template <typename T>
  __device__ unsigned match_any(T value, duet::vendor::Place place = duet::vendor::here()) const {
    return ranks_of(equal_lanes(value, place));
  }
  template <typename T>
  __device__ unsigned match_all(T value, int& equal,
                                duet::vendor::Place place = duet::vendor::here()) const {
    equal = equal_lanes(value, place) == mask_ ? 1 : 0;
    equal = all(equal, place);
    return equal != 0 ? ranks_of(mask_) : 0u;
  }
  /// The lanes of the group with an equal value.
  template <typename T>
  __device__ unsigned equal_lanes(T value, duet::vendor::Place place) const {
    return duet::spelling::warp_mask(
        duet::vendor::match_any(duet::spelling::wave_mask(mask_), value, place));
  }

 private:
  template <typename T>
  __device__ T read(const T& value, unsigned lane, duet::vendor::Place place) const {
    return duet::vendor::shuffle(duet::spelling::wave_mask(mask_), value, int(lane), 32, place);
  }
  __device__ unsigned votes(int predicate, duet::vendor::Place place) const {
    return duet::spelling::warp_mask(
        duet::vendor::ballot(duet::spelling::wave_mask(mask_), predicate != 0, place));
  }
  __device__ unsigned ranks_of(unsigned lanes) const {
    unsigned ranks = 0, rank = 0;
    for (unsigned rest = mask_; rest != 0; rest &= rest - 1, ++rank) {
      if ((lanes & rest & (0u - rest)) != 0) ranks |= 1u << rank;
    }
    return ranks;
  }

  unsigned mask_, parts_, part_;
};
#endif

struct thread_block {
  __device__ static void sync(duet::vendor::Place place = duet::vendor::here()) {
    duet::vendor::block_barrier(place);
  }
  __device__ static unsigned size() { return detail::block_threads(); }
  __device__ static unsigned num_threads() { return size(); }
  __device__ static unsigned thread_rank() { return detail::block_rank(); }
  __device__ static dim3 group_index() { return dim3(blockIdx.x, blockIdx.y, blockIdx.z); }
  __device__ static dim3 thread_index() { return dim3(threadIdx.x, threadIdx.y, threadIdx.z); }
  __device__ static dim3 group_dim() { return dim3(blockDim.x, blockDim.y, blockDim.z); }
  __device__ static dim3 dim_threads() { return group_dim(); }
  __device__ static bool is_valid() { return true; }
  struct arrival_token {};
  /// Waits at once: a block has one barrier.
  __device__ static arrival_token barrier_arrive(duet::vendor::Place place = duet::vendor::here()) {
    sync(place);
    return {};
  }
  __device__ static void barrier_wait(arrival_token) {}
};
__device__ inline thread_block this_thread_block() { return {}; }

#if !defined(DUET_SPELLING_LEAN) || defined(DUET_SPELLING_USES_GROUPS_GRID)
/// The threads of a cooperative grid.
struct grid_group {
  __device__ static void sync(duet::vendor::Place place = duet::vendor::here()) {
    duet::grid_barrier(&detail::grid_barrier_words, place);
  }
  __device__ static unsigned long long size() {
    return static_cast<unsigned long long>(num_blocks()) * detail::block_threads();
  }
  __device__ static unsigned long long num_threads() { return size(); }
  __device__ static unsigned long long thread_rank() {
    return block_rank() * detail::block_threads() + detail::block_rank();
  }
  __device__ static unsigned long long block_rank() {
    return blockIdx.x + static_cast<unsigned long long>(gridDim.x) *
                            (blockIdx.y + static_cast<unsigned long long>(gridDim.y) * blockIdx.z);
  }
  __device__ static unsigned long long num_blocks() {
    return static_cast<unsigned long long>(gridDim.x) * gridDim.y * gridDim.z;
  }
  __device__ static dim3 block_index() { return dim3(blockIdx.x, blockIdx.y, blockIdx.z); }
  __device__ static dim3 group_dim() { return dim3(gridDim.x, gridDim.y, gridDim.z); }
  __device__ static dim3 dim_blocks() { return group_dim(); }
  __device__ static bool is_valid() { return true; }
};
__device__ inline grid_group this_grid() { return {}; }
#endif

template <typename Group>
__device__ inline void sync(const Group& group, duet::vendor::Place place = duet::vendor::here()) {
  group.sync(place);
}
template <typename Group>
__device__ inline auto thread_rank(const Group& group) {
  return group.thread_rank();
}
template <typename Group>
__device__ inline auto group_size(const Group& group) {
  return group.size();
}
/// Calls a function in one thread of the group.
template <typename Group, typename F, typename... A>
__device__ inline void invoke_one(const Group& group, F&& f, A&&... arguments) {
  if (group.thread_rank() == 0) f(arguments...);
}

}  // namespace cooperative_groups
