#pragma once

// Parts of a warp: tiles, threads that execute together, threads with the same label.

#include <duet/spelling/groups/threads.hpp>

namespace cooperative_groups {

/// `Size` consecutive threads of a block.
template <unsigned Size, typename Parent>
class thread_block_tile {
  static_assert(Size != 0 && (Size & (Size - 1)) == 0, "the size of a tile is a power of two");
  static_assert(Size <= 32, "a tile has at most the 32 threads of a warp here");

 public:
  __device__ explicit thread_block_tile(unsigned parts = 0) : parts_(parts) {}

  /// From a tile of the same size in another group.
  template <typename Other>
  __device__ thread_block_tile(const thread_block_tile<Size, Other>& other)
      : parts_(other.parts()) {}

  __device__ static constexpr unsigned size() { return Size; }
  __device__ static constexpr unsigned num_threads() { return Size; }
  __device__ static unsigned thread_rank() { return detail::block_rank() & (Size - 1); }
  __device__ unsigned meta_group_rank() const {
    return parts_ != 0 ? detail::block_rank() / Size % parts_ : detail::block_rank() / Size;
  }
  __device__ unsigned meta_group_size() const {
    return parts_ != 0 ? parts_ : (detail::block_threads() + Size - 1) / Size;
  }
  __device__ static constexpr bool is_valid() { return true; }
  /// Number of tiles in the group of which it is a part; 0: in the block.
  __device__ unsigned parts() const { return parts_; }
  /// The lanes of the warp that the tile has.
  __device__ static unsigned lanes() {
    return Size == 32 ? 0xffffffffu : ((1u << (Size & 31)) - 1u) << begin();
  }
  __device__ operator coalesced_group() const {
    return coalesced_group(lanes(), meta_group_size(), meta_group_rank());
  }

  __device__ static void sync(duet::vendor::Place place = duet::vendor::here()) {
    duet::vendor::wave_barrier(mask(), place);
  }
  template <typename T>
  __device__ static T shfl(T value, int source, duet::vendor::Place place = duet::vendor::here()) {
    return duet::vendor::shuffle(mask(), value, source, int(Size), place);
  }
  template <typename T>
  __device__ static T shfl_up(T value, unsigned delta,
                              duet::vendor::Place place = duet::vendor::here()) {
    return duet::vendor::shuffle_up(mask(), value, delta, int(Size), place);
  }
  template <typename T>
  __device__ static T shfl_down(T value, unsigned delta,
                                duet::vendor::Place place = duet::vendor::here()) {
    return duet::vendor::shuffle_down(mask(), value, delta, int(Size), place);
  }
  template <typename T>
  __device__ static T shfl_xor(T value, unsigned bits,
                               duet::vendor::Place place = duet::vendor::here()) {
    return duet::vendor::shuffle_xor(mask(), value, int(bits), int(Size), place);
  }
  __device__ static int any(int predicate, duet::vendor::Place place = duet::vendor::here()) {
    return duet::vendor::any(mask(), predicate != 0, place);
  }
  __device__ static int all(int predicate, duet::vendor::Place place = duet::vendor::here()) {
    return duet::vendor::all(mask(), predicate != 0, place);
  }
  __device__ static unsigned ballot(int predicate,
                                    duet::vendor::Place place = duet::vendor::here()) {
    return duet::spelling::warp_mask(duet::vendor::ballot(mask(), predicate != 0, place)) >>
           begin();
  }
  template <typename T>
  __device__ static unsigned match_any(T value, duet::vendor::Place place = duet::vendor::here()) {
    return equal_lanes(value, place) >> begin();
  }
  template <typename T>
  __device__ static unsigned match_all(T value, int& equal,
                                       duet::vendor::Place place = duet::vendor::here()) {
    const unsigned lanes_here =
        duet::spelling::warp_mask(duet::vendor::ballot(mask(), true, place));
    equal = duet::vendor::all(mask(), equal_lanes(value, place) == lanes_here, place) ? 1 : 0;
    return equal != 0 ? lanes_here >> begin() : 0u;
  }
  template <typename T>
  __device__ static unsigned equal_lanes(T value, duet::vendor::Place place) {
    return duet::spelling::warp_mask(duet::vendor::match_any(mask(), value, place));
  }

 private:
  /// The position of the tile in its warp.
  __device__ static unsigned begin() { return duet::spelling::lane_id() & ~(Size - 1u) & 31u; }
  __device__ static duet::vendor::lane_mask mask() { return duet::spelling::wave_mask(lanes()); }

  unsigned parts_;
};

/// Any group, by its kind.
class thread_group {
 public:
  __device__ thread_group(const thread_block&) : is_block_(true), lanes_(0) {}
  __device__ thread_group(const coalesced_group& group) : is_block_(false), lanes_(group) {}
  template <unsigned Size, typename Parent>
  __device__ thread_group(const thread_block_tile<Size, Parent>& tile)
      : is_block_(false), lanes_(tile) {}

  __device__ void sync(duet::vendor::Place place = duet::vendor::here()) const {
    if (is_block_) {
      thread_block::sync(place);
    } else {
      lanes_.sync(place);
    }
  }
  __device__ unsigned size() const { return is_block_ ? thread_block::size() : lanes_.size(); }
  __device__ unsigned num_threads() const { return size(); }
  __device__ unsigned thread_rank() const {
    return is_block_ ? thread_block::thread_rank() : lanes_.thread_rank();
  }
  __device__ bool is_valid() const { return true; }
  __device__ unsigned lanes() const { return is_block_ ? 0xffffffffu : lanes_.lanes(); }

 private:
  bool is_block_;
  coalesced_group lanes_;
};

__device__ inline coalesced_group coalesced_threads(
    duet::vendor::Place place = duet::vendor::here()) {
  return coalesced_group(duet::spelling::active_mask(place));
}

template <unsigned Size>
__device__ inline thread_block_tile<Size, thread_block> tiled_partition(const thread_block&) {
  return thread_block_tile<Size, thread_block>();
}
template <unsigned Size, unsigned Other, typename Parent>
__device__ inline thread_block_tile<Size, thread_block_tile<Other, Parent>> tiled_partition(
    const thread_block_tile<Other, Parent>&) {
  static_assert(Size <= Other, "a part of a tile is not larger than the tile");
  return thread_block_tile<Size, thread_block_tile<Other, Parent>>(Other / Size);
}
/// A part of a group of lanes, with a size that is known at run time.
__device__ inline coalesced_group tiled_partition(const coalesced_group& group, unsigned size) {
  const unsigned part = group.thread_rank() / size;
  unsigned lanes = 0;
  for (unsigned i = part * size; i < (part + 1) * size && i < group.size(); ++i) {
    lanes |= 1u << detail::nth_lane(group.lanes(), i);
  }
  return coalesced_group(lanes, (group.size() + size - 1) / size, part);
}
__device__ inline thread_group tiled_partition(const thread_group& group, unsigned size) {
  return tiled_partition(coalesced_group(group.lanes()), size);
}
__device__ inline thread_group tiled_partition(const thread_block&, unsigned size) {
  return tiled_partition(coalesced_group(0xffffffffu), size);
}
template <unsigned Size>
__device__ inline coalesced_group tiled_partition(const coalesced_group& group) {
  return tiled_partition(group, Size);
}

/// The threads of a group that have the same label.
template <typename Group, typename Label>
__device__ inline coalesced_group labeled_partition(
    const Group& group, Label label, duet::vendor::Place place = duet::vendor::here()) {
  const unsigned own = group.equal_lanes(label, place);
  // The groups are numbered by their first lanes.
  const unsigned first = own & (0u - own);
  const unsigned lane = 1u << duet::spelling::lane_id();
  const unsigned leaders = duet::spelling::warp_mask(
      duet::vendor::ballot(duet::spelling::wave_mask(group.lanes()), (lane & first) != 0, place));
  return coalesced_group(own, unsigned(__popc(leaders)), unsigned(__popc(leaders & (first - 1))));
}
template <typename Group>
__device__ inline coalesced_group binary_partition(
    const Group& group, bool predicate, duet::vendor::Place place = duet::vendor::here()) {
  return labeled_partition(group, int(predicate), place);
}

/// Calls a function in one thread of a group of lanes; all get its result.
template <typename Group, typename F, typename... A>
__device__ inline auto invoke_one_broadcast(const Group& group, F&& f, A&&... arguments)
    -> decltype(f(arguments...)) {
  decltype(f(arguments...)) result{};
  if (group.thread_rank() == 0) result = f(arguments...);
  return group.shfl(result, 0);
}

}  // namespace cooperative_groups
