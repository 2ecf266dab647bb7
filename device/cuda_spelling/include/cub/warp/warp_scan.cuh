#pragma once

#include <cub/thread/thread_operators.cuh>
#include <duet/spelling/cub/logical_warp.hpp>

namespace cub {

/// Scans of a logical warp. All of its lanes must call them. `warp_aggregate` is the combined value
/// of all lanes, in every lane, without the initial value.
template <typename T, int LOGICAL_WARP_THREADS = 32, int LEGACY_PTX_ARCH = 0>
class WarpScan {
  using Warp = duet::spelling::LogicalWarp<LOGICAL_WARP_THREADS>;
  using Place = duet::vendor::Place;

 public:
  struct TempStorage {};

  __device__ __forceinline__ explicit WarpScan(TempStorage&, Place place = duet::vendor::here())
      : place_(place) {}

  template <typename ScanOp>
  __device__ __forceinline__ void InclusiveScan(T input, T& output, ScanOp op) {
    output = Warp::scan(input, op, place_);
  }
  template <typename ScanOp>
  __device__ __forceinline__ void InclusiveScan(T input, T& output, ScanOp op, T& warp_aggregate) {
    output = Warp::scan(input, op, place_);
    warp_aggregate = last(output);
  }
  template <typename ScanOp>
  __device__ __forceinline__ void InclusiveScan(T input, T& output, T initial_value, ScanOp op) {
    output = T(op(initial_value, Warp::scan(input, op, place_)));
  }
  template <typename ScanOp>
  __device__ __forceinline__ void InclusiveScan(T input, T& output, T initial_value, ScanOp op,
                                                T& warp_aggregate) {
    const T scanned = Warp::scan(input, op, place_);
    warp_aggregate = last(scanned);
    output = T(op(initial_value, scanned));
  }
  __device__ __forceinline__ void InclusiveSum(T input, T& output) {
    InclusiveScan(input, output, cub::Sum());
  }
  __device__ __forceinline__ void InclusiveSum(T input, T& output, T& warp_aggregate) {
    InclusiveScan(input, output, cub::Sum(), warp_aggregate);
  }

  /// The result of the first lane is unspecified.
  template <typename ScanOp>
  __device__ __forceinline__ void ExclusiveScan(T input, T& output, ScanOp op) {
    output = Warp::below(Warp::scan(input, op, place_), 1, place_);
  }
  template <typename ScanOp>
  __device__ __forceinline__ void ExclusiveScan(T input, T& output, ScanOp op, T& warp_aggregate) {
    const T scanned = Warp::scan(input, op, place_);
    warp_aggregate = last(scanned);
    output = Warp::below(scanned, 1, place_);
  }
  template <typename ScanOp>
  __device__ __forceinline__ void ExclusiveScan(T input, T& output, T initial_value, ScanOp op) {
    output = after(initial_value, Warp::scan(input, op, place_), op);
  }
  template <typename ScanOp>
  __device__ __forceinline__ void ExclusiveScan(T input, T& output, T initial_value, ScanOp op,
                                                T& warp_aggregate) {
    const T scanned = Warp::scan(input, op, place_);
    warp_aggregate = last(scanned);
    output = after(initial_value, scanned, op);
  }
  __device__ __forceinline__ void ExclusiveSum(T input, T& output) {
    ExclusiveScan(input, output, T{}, cub::Sum());
  }
  __device__ __forceinline__ void ExclusiveSum(T input, T& output, T& warp_aggregate) {
    ExclusiveScan(input, output, T{}, cub::Sum(), warp_aggregate);
  }

  template <typename ScanOp>
  __device__ __forceinline__ void Scan(T input, T& inclusive_output, T& exclusive_output,
                                       ScanOp op) {
    inclusive_output = Warp::scan(input, op, place_);
    exclusive_output = Warp::below(inclusive_output, 1, place_);
  }
  template <typename ScanOp>
  __device__ __forceinline__ void Scan(T input, T& inclusive_output, T& exclusive_output,
                                       T initial_value, ScanOp op) {
    const T scanned = Warp::scan(input, op, place_);
    exclusive_output = after(initial_value, scanned, op);
    inclusive_output = T(op(initial_value, scanned));
  }
  __device__ __forceinline__ void Sum(T input, T& inclusive_output, T& exclusive_output) {
    Scan(input, inclusive_output, exclusive_output, T{}, cub::Sum());
  }
  __device__ __forceinline__ T Broadcast(T input, unsigned src_lane) {
    return Warp::from(input, int(src_lane), place_);
  }

 private:
  __device__ __forceinline__ T last(const T& scanned) {
    return Warp::from(scanned, LOGICAL_WARP_THREADS - 1, place_);
  }
  template <typename ScanOp>
  __device__ __forceinline__ T after(const T& initial, const T& scanned, ScanOp op) {
    const T below = Warp::below(scanned, 1, place_);
    return Warp::lane() == 0 ? initial : T(op(initial, below));
  }

  Place place_;
};

}  // namespace cub
