#pragma once

#include <duet/device/block_reduce.hpp>
#include <duet/spelling/cub/carrier.hpp>
#include <duet/spelling/cub/items.hpp>
#include <duet/spelling/cub/wave_reduction.hpp>

namespace cub {

enum BlockReduceAlgorithm {
  BLOCK_REDUCE_RAKING_COMMUTATIVE_ONLY,
  BLOCK_REDUCE_RAKING,
  BLOCK_REDUCE_WARP_REDUCTIONS,
  BLOCK_REDUCE_WARP_REDUCTIONS_NONDETERMINISTIC
};

/// Reductions of a block; thread 0 gets the result. Values are combined in their order, by every
/// algorithm.
template <typename T, int BLOCK_DIM_X,
          BlockReduceAlgorithm ALGORITHM = BLOCK_REDUCE_WARP_REDUCTIONS, int BLOCK_DIM_Y = 1,
          int BLOCK_DIM_Z = 1, int LEGACY_PTX_ARCH = 0>
class BlockReduce {
  static constexpr int threads = BLOCK_DIM_X * BLOCK_DIM_Y * BLOCK_DIM_Z;
  using Carrier = duet::spelling::Carrier<T>;
  using Scratch = duet::BlockScratch<typename Carrier::type>;
  using Place = duet::vendor::Place;

 public:
  struct TempStorage : Scratch {};

  __device__ __forceinline__ explicit BlockReduce(Place place = duet::vendor::here())
      : storage_(duet::spelling::private_storage<TempStorage>()), place_(place) {}
  __device__ __forceinline__ explicit BlockReduce(TempStorage& storage,
                                                  Place place = duet::vendor::here())
      : storage_(storage), place_(place) {}

  template <typename ReductionOp>
  __device__ __forceinline__ T Reduce(T input, ReductionOp op) {
    if constexpr (duet::detail::is_same<typename Carrier::type, T>) {
      return duet::block_reduce_to_first<threads>(scratch(), input, op, place_);
    } else {
      return Carrier::unpack(duet::block_reduce_to_first<threads>(scratch(), Carrier::pack(input),
                                                                  Carrier::packed(op), place_));
    }
  }
  template <int ITEMS, typename ReductionOp>
  __device__ __forceinline__ T Reduce(T (&inputs)[ITEMS], ReductionOp op) {
    return Reduce(duet::spelling::combine_items(inputs, op), op);
  }
  /// @param num_valid  the threads that have a value are the first ones
  template <typename ReductionOp>
  __device__ __forceinline__ T Reduce(T input, ReductionOp op, int num_valid) {
    if (num_valid >= threads) return Reduce(input, op);
    auto packed = Carrier::packed(op);
    const int wave_begin = int(duet::wave_in_block()) * duet::wave_size;
    const int count = num_valid - wave_begin - int(duet::lane());
    const auto value = duet::detail::reduce_lanes<duet::wave_size>(
        Carrier::pack(input), unsigned(count > 0 ? count : 0), packed, place_);
    auto* const waves = scratch().values();
    if (duet::lane() == 0) waves[duet::wave_in_block()] = value;
    duet::vendor::block_barrier(place_);
    auto all = value;
    if (duet::thread_in_block() == 0) {
      const int used = (num_valid + duet::wave_size - 1) / duet::wave_size;
      for (int wave = 1; wave < used; ++wave) all = packed(all, waves[wave]);
    }
    return Carrier::unpack(all);
  }

  __device__ __forceinline__ T Sum(T input) { return Reduce(input, cub::Sum()); }
  template <int ITEMS>
  __device__ __forceinline__ T Sum(T (&inputs)[ITEMS]) {
    return Reduce(inputs, cub::Sum());
  }
  __device__ __forceinline__ T Sum(T input, int num_valid) {
    return Reduce(input, cub::Sum(), num_valid);
  }

 private:
  __device__ __forceinline__ Scratch& scratch() { return storage_; }

  TempStorage& storage_;
  Place place_;
};

}  // namespace cub
