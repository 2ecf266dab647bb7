#pragma once

#include <cub/thread/thread_operators.cuh>
#include <duet/device/block_scan.hpp>
#include <duet/spelling/cub/carrier.hpp>
#include <duet/spelling/cub/items.hpp>

namespace cub {

enum BlockScanAlgorithm { BLOCK_SCAN_RAKING, BLOCK_SCAN_RAKING_MEMOIZE, BLOCK_SCAN_WARP_SCANS };

/// Scans of a block. `block_aggregate` is the combined value of all items, in every thread, without
/// the initial value. The prefix functor is called by the first warp with the aggregate; what it
/// returns in lane 0 comes before all items.
template <typename T, int BLOCK_DIM_X, BlockScanAlgorithm ALGORITHM = BLOCK_SCAN_RAKING,
          int BLOCK_DIM_Y = 1, int BLOCK_DIM_Z = 1, int LEGACY_PTX_ARCH = 0>
class BlockScan {
  static constexpr int threads = BLOCK_DIM_X * BLOCK_DIM_Y * BLOCK_DIM_Z;
  using Carrier = duet::spelling::Carrier<T>;
  using Carried = typename Carrier::type;
  using Place = duet::vendor::Place;

 public:
  struct TempStorage {
    duet::BlockScratch<Carried> scratch;
    duet::spelling::SharedItems<Carried, 1> prefix;
  };

  __device__ __forceinline__ explicit BlockScan(Place place = duet::vendor::here())
      : storage_(duet::spelling::private_storage<TempStorage>()), place_(place) {}
  __device__ __forceinline__ explicit BlockScan(TempStorage& storage,
                                                Place place = duet::vendor::here())
      : storage_(storage), place_(place) {}

  // One item for each thread.

  template <typename ScanOp>
  __device__ __forceinline__ void InclusiveScan(T input, T& output, ScanOp op) {
    output = inclusive(input, op, nullptr);
  }
  template <typename ScanOp>
  __device__ __forceinline__ void InclusiveScan(T input, T& output, ScanOp op, T& block_aggregate) {
    Carried total;
    output = inclusive(input, op, &total);
    block_aggregate = Carrier::unpack(total);
  }
  template <typename ScanOp, typename PrefixOp>
  __device__ __forceinline__ void InclusiveScan(T input, T& output, ScanOp op,
                                                PrefixOp& prefix_op) {
    Carried total;
    const T scanned = inclusive(input, op, &total);
    output = T(op(prefix(Carrier::unpack(total), prefix_op), scanned));
  }
  __device__ __forceinline__ void InclusiveSum(T input, T& output) {
    InclusiveScan(input, output, cub::Sum());
  }
  __device__ __forceinline__ void InclusiveSum(T input, T& output, T& block_aggregate) {
    InclusiveScan(input, output, cub::Sum(), block_aggregate);
  }
  template <typename PrefixOp>
  __device__ __forceinline__ void InclusiveSum(T input, T& output, PrefixOp& prefix_op) {
    InclusiveScan(input, output, cub::Sum(), prefix_op);
  }

  /// The result of thread 0 is unspecified.
  template <typename ScanOp>
  __device__ __forceinline__ void ExclusiveScan(T input, T& output, ScanOp op) {
    output = exclusive(input, op, nullptr);
  }
  template <typename ScanOp>
  __device__ __forceinline__ void ExclusiveScan(T input, T& output, ScanOp op, T& block_aggregate) {
    Carried total;
    output = exclusive(input, op, &total);
    block_aggregate = Carrier::unpack(total);
  }
  template <typename ScanOp>
  __device__ __forceinline__ void ExclusiveScan(T input, T& output, T initial_value, ScanOp op) {
    output = after(initial_value, exclusive(input, op, nullptr), op);
  }
  template <typename ScanOp>
  __device__ __forceinline__ void ExclusiveScan(T input, T& output, T initial_value, ScanOp op,
                                                T& block_aggregate) {
    Carried total;
    output = after(initial_value, exclusive(input, op, &total), op);
    block_aggregate = Carrier::unpack(total);
  }
  template <typename ScanOp, typename PrefixOp>
  __device__ __forceinline__ void ExclusiveScan(T input, T& output, ScanOp op,
                                                PrefixOp& prefix_op) {
    Carried total;
    const T scanned = exclusive(input, op, &total);
    output = after(prefix(Carrier::unpack(total), prefix_op), scanned, op);
  }
  __device__ __forceinline__ void ExclusiveSum(T input, T& output) {
    ExclusiveScan(input, output, T{}, cub::Sum());
  }
  __device__ __forceinline__ void ExclusiveSum(T input, T& output, T& block_aggregate) {
    ExclusiveScan(input, output, T{}, cub::Sum(), block_aggregate);
  }
  template <typename PrefixOp>
  __device__ __forceinline__ void ExclusiveSum(T input, T& output, PrefixOp& prefix_op) {
    ExclusiveScan(input, output, cub::Sum(), prefix_op);
  }

  // Several items for each thread, which follow each other.

  template <int ITEMS, typename ScanOp, typename... Total>
  __device__ __forceinline__ void InclusiveScan(T (&input)[ITEMS], T (&output)[ITEMS], ScanOp op,
                                                Total&... total) {
    T before;
    ExclusiveScan(duet::spelling::combine_items(input, op), before, op, total...);
    // Without a prefix functor the first thread has nothing before it.
    constexpr bool has_prefix = (!duet::detail::is_same<Total, T> || ... || false);
    if (!has_prefix && duet::thread_in_block() == 0) {
      duet::spelling::scan_first_items(input, output, op);
    } else {
      duet::spelling::scan_items(input, output, before, op);
    }
  }
  template <int ITEMS, typename ScanOp>
  __device__ __forceinline__ void InclusiveScan(T (&input)[ITEMS], T (&output)[ITEMS],
                                                T initial_value, ScanOp op) {
    T before;
    ExclusiveScan(duet::spelling::combine_items(input, op), before, initial_value, op);
    duet::spelling::scan_items(input, output, before, op);
  }
  template <int ITEMS, typename... Total>
  __device__ __forceinline__ void InclusiveSum(T (&input)[ITEMS], T (&output)[ITEMS],
                                               Total&... total) {
    InclusiveScan(input, output, cub::Sum(), total...);
  }
  template <int ITEMS, typename ScanOp>
  __device__ __forceinline__ void ExclusiveScan(T (&input)[ITEMS], T (&output)[ITEMS],
                                                T initial_value, ScanOp op) {
    T before;
    ExclusiveScan(duet::spelling::combine_items(input, op), before, initial_value, op);
    duet::spelling::scan_items_exclusive(input, output, before, op);
  }
  template <int ITEMS, typename ScanOp>
  __device__ __forceinline__ void ExclusiveScan(T (&input)[ITEMS], T (&output)[ITEMS],
                                                T initial_value, ScanOp op, T& block_aggregate) {
    T before;
    ExclusiveScan(duet::spelling::combine_items(input, op), before, initial_value, op,
                  block_aggregate);
    duet::spelling::scan_items_exclusive(input, output, before, op);
  }
  /// Without an initial value or a prefix functor the first result is unspecified.
  template <int ITEMS, typename ScanOp>
  __device__ __forceinline__ void ExclusiveScan(T (&input)[ITEMS], T (&output)[ITEMS], ScanOp op) {
    T before, first[ITEMS];
    ExclusiveScan(duet::spelling::combine_items(input, op), before, op);
    duet::spelling::scan_first_items(input, first, op);
    duet::spelling::scan_items_exclusive(input, output, before, op);
    if (duet::thread_in_block() != 0) return;
#pragma unroll
    for (int i = 1; i < ITEMS; ++i) output[i] = first[i - 1];
  }
  template <int ITEMS, typename ScanOp, typename PrefixOp>
  __device__ __forceinline__ void ExclusiveScan(T (&input)[ITEMS], T (&output)[ITEMS], ScanOp op,
                                                PrefixOp& prefix_op) {
    T before;
    ExclusiveScan(duet::spelling::combine_items(input, op), before, op, prefix_op);
    duet::spelling::scan_items_exclusive(input, output, before, op);
  }
  template <int ITEMS>
  __device__ __forceinline__ void ExclusiveSum(T (&input)[ITEMS], T (&output)[ITEMS]) {
    ExclusiveScan(input, output, T{}, cub::Sum());
  }
  template <int ITEMS>
  __device__ __forceinline__ void ExclusiveSum(T (&input)[ITEMS], T (&output)[ITEMS],
                                               T& block_aggregate) {
    ExclusiveScan(input, output, T{}, cub::Sum(), block_aggregate);
  }
  template <int ITEMS, typename PrefixOp>
  __device__ __forceinline__ void ExclusiveSum(T (&input)[ITEMS], T (&output)[ITEMS],
                                               PrefixOp& prefix_op) {
    ExclusiveScan(input, output, cub::Sum(), prefix_op);
  }

 private:
  template <typename ScanOp>
  __device__ __forceinline__ T inclusive(const T& input, ScanOp op, Carried* total) {
    return Carrier::unpack(duet::block_inclusive_scan<threads>(
        storage_.scratch, Carrier::pack(input), Carrier::packed(op), total, place_));
  }
  template <typename ScanOp>
  __device__ __forceinline__ T exclusive(const T& input, ScanOp op, Carried* total) {
    const Carried packed = Carrier::pack(input);
    return Carrier::unpack(duet::block_exclusive_scan<threads>(
        storage_.scratch, packed, Carrier::packed(op), packed, total, place_));
  }
  template <typename ScanOp>
  __device__ __forceinline__ T after(const T& before, const T& scanned, ScanOp op) {
    return duet::thread_in_block() == 0 ? before : T(op(before, scanned));
  }
  template <typename PrefixOp>
  __device__ __forceinline__ T prefix(const T& aggregate, PrefixOp& op) {
    const unsigned thread = duet::thread_in_block();
    if (thread < 32) {
      const T value = op(aggregate);
      if (thread == 0) storage_.prefix[0] = Carrier::pack(value);
    }
    duet::vendor::block_barrier(place_);
    return Carrier::unpack(storage_.prefix[0]);
  }

  TempStorage& storage_;
  Place place_;
};

}  // namespace cub
