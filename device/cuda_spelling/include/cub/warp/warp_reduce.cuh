#pragma once

#include <cub/thread/thread_operators.cuh>
#include <duet/spelling/cub/logical_warp.hpp>

namespace cub {

/// Reductions of a logical warp; its first lane gets the result. All of its lanes must call them.
template <typename T, int LOGICAL_WARP_THREADS = 32, int LEGACY_PTX_ARCH = 0>
class WarpReduce {
  using Warp = duet::spelling::LogicalWarp<LOGICAL_WARP_THREADS>;
  using Place = duet::vendor::Place;

 public:
  struct TempStorage {};

  __device__ __forceinline__ explicit WarpReduce(TempStorage&, Place place = duet::vendor::here())
      : place_(place) {}

  template <typename ReductionOp>
  __device__ __forceinline__ T Reduce(T input, ReductionOp op) {
    return Warp::reduce(input, LOGICAL_WARP_THREADS - Warp::lane(), op, place_);
  }
  /// @param valid_items  the lanes that have a value are the first ones
  template <typename ReductionOp>
  __device__ __forceinline__ T Reduce(T input, ReductionOp op, int valid_items) {
    const int count = valid_items - int(Warp::lane());
    return Warp::reduce(input, unsigned(count > 0 ? count : 0), op, place_);
  }
  __device__ __forceinline__ T Sum(T input) { return Reduce(input, cub::Sum()); }
  __device__ __forceinline__ T Sum(T input, int valid_items) {
    return Reduce(input, cub::Sum(), valid_items);
  }
  __device__ __forceinline__ T Max(T input) { return Reduce(input, cub::Max()); }
  __device__ __forceinline__ T Min(T input) { return Reduce(input, cub::Min()); }

  /// Reduces segments that begin in lanes with a flag; the first lane of each gets the result.
  template <typename ReductionOp, typename FlagT>
  __device__ __forceinline__ T HeadSegmentedReduce(T input, FlagT head_flag, ReductionOp op) {
    const duet::lane_mask heads = own(head_flag) >> Warp::lane() >> 1;
    const int next = __ffsll((long long)heads);
    return Warp::reduce(input, next == 0 ? LOGICAL_WARP_THREADS - Warp::lane() : unsigned(next), op,
                        place_);
  }
  template <typename FlagT>
  __device__ __forceinline__ T HeadSegmentedSum(T input, FlagT head_flag) {
    return HeadSegmentedReduce(input, head_flag, cub::Sum());
  }
  /// Reduces segments that end in lanes with a flag; the first lane of each gets the result.
  template <typename ReductionOp, typename FlagT>
  __device__ __forceinline__ T TailSegmentedReduce(T input, FlagT tail_flag, ReductionOp op) {
    const int last = __ffsll((long long)(own(tail_flag) >> Warp::lane()));
    return Warp::reduce(input, last == 0 ? LOGICAL_WARP_THREADS - Warp::lane() : unsigned(last), op,
                        place_);
  }
  template <typename FlagT>
  __device__ __forceinline__ T TailSegmentedSum(T input, FlagT tail_flag) {
    return TailSegmentedReduce(input, tail_flag, cub::Sum());
  }

 private:
  /// The flags of this logical warp.
  template <typename FlagT>
  __device__ __forceinline__ duet::lane_mask own(FlagT flag) {
    return duet::vendor::ballot(Warp::mask(), bool(flag), place_) >> Warp::first();
  }

  Place place_;
};

}  // namespace cub
