#pragma once

#include <cub/block/block_exchange.cuh>

namespace cub {

// Stores of a tile; items past `valid_items` are not stored. See block_load.cuh.

template <typename T, int ITEMS, typename Iterator>
__device__ __forceinline__ void StoreDirectBlocked(int linear_tid, Iterator target,
                                                   T (&items)[ITEMS]) {
#pragma unroll
  for (int i = 0; i < ITEMS; ++i) target[linear_tid * ITEMS + i] = items[i];
}
template <typename T, int ITEMS, typename Iterator>
__device__ __forceinline__ void StoreDirectBlocked(int linear_tid, Iterator target,
                                                   T (&items)[ITEMS], int valid_items) {
#pragma unroll
  for (int i = 0; i < ITEMS; ++i) {
    if (linear_tid * ITEMS + i < valid_items) target[linear_tid * ITEMS + i] = items[i];
  }
}
template <int BLOCK_THREADS, typename T, int ITEMS, typename Iterator>
__device__ __forceinline__ void StoreDirectStriped(int linear_tid, Iterator target,
                                                   T (&items)[ITEMS]) {
#pragma unroll
  for (int i = 0; i < ITEMS; ++i) target[linear_tid + i * BLOCK_THREADS] = items[i];
}
template <int BLOCK_THREADS, typename T, int ITEMS, typename Iterator>
__device__ __forceinline__ void StoreDirectStriped(int linear_tid, Iterator target,
                                                   T (&items)[ITEMS], int valid_items) {
#pragma unroll
  for (int i = 0; i < ITEMS; ++i) {
    if (linear_tid + i * BLOCK_THREADS < valid_items)
      target[linear_tid + i * BLOCK_THREADS] = items[i];
  }
}
template <typename T, int ITEMS, typename Iterator>
__device__ __forceinline__ void StoreDirectWarpStriped(int linear_tid, Iterator target,
                                                       T (&items)[ITEMS]) {
  const int first = linear_tid / 32 * 32 * ITEMS + linear_tid % 32;
#pragma unroll
  for (int i = 0; i < ITEMS; ++i) target[first + i * 32] = items[i];
}
template <typename T, int ITEMS, typename Iterator>
__device__ __forceinline__ void StoreDirectWarpStriped(int linear_tid, Iterator target,
                                                       T (&items)[ITEMS], int valid_items) {
  const int first = linear_tid / 32 * 32 * ITEMS + linear_tid % 32;
#pragma unroll
  for (int i = 0; i < ITEMS; ++i) {
    if (first + i * 32 < valid_items) target[first + i * 32] = items[i];
  }
}
template <typename T, int ITEMS>
__device__ __forceinline__ void StoreDirectBlockedVectorized(int linear_tid, T* target,
                                                             T (&items)[ITEMS]) {
  StoreDirectBlocked(linear_tid, target, items);
}

enum BlockStoreAlgorithm {
  BLOCK_STORE_DIRECT,
  BLOCK_STORE_STRIPED,
  BLOCK_STORE_VECTORIZE,
  BLOCK_STORE_TRANSPOSE,
  BLOCK_STORE_WARP_TRANSPOSE,
  BLOCK_STORE_WARP_TRANSPOSE_TIMESLICED
};

/// Stores a tile. All algorithms but BLOCK_STORE_STRIPED take a blocked arrangement; those that
/// transpose exchange the items in shared memory and store coalesced.
template <typename T, int BLOCK_DIM_X, int ITEMS_PER_THREAD,
          BlockStoreAlgorithm ALGORITHM = BLOCK_STORE_DIRECT, int BLOCK_DIM_Y = 1,
          int BLOCK_DIM_Z = 1, int LEGACY_PTX_ARCH = 0>
class BlockStore {
  static constexpr int threads = BLOCK_DIM_X * BLOCK_DIM_Y * BLOCK_DIM_Z;
  static constexpr bool transposes = ALGORITHM >= BLOCK_STORE_TRANSPOSE;
  using Exchange = BlockExchange<T, BLOCK_DIM_X, ITEMS_PER_THREAD, false, BLOCK_DIM_Y, BLOCK_DIM_Z>;
  using Place = duet::vendor::Place;

 public:
  struct TempStorage : detail::TransposeStorage<transposes, Exchange> {};

  __device__ __forceinline__ explicit BlockStore(Place place = duet::vendor::here())
      : storage_(duet::spelling::private_storage<TempStorage>()), place_(place) {}
  __device__ __forceinline__ explicit BlockStore(TempStorage& storage,
                                                 Place place = duet::vendor::here())
      : storage_(storage), place_(place) {}

  /// @param bounds  number of valid items, if there are less than a tile
  template <typename Iterator, typename... Bounds>
  __device__ __forceinline__ void Store(Iterator target, T (&items)[ITEMS_PER_THREAD],
                                        Bounds... bounds) {
    const int thread = int(duet::thread_in_block());
    if constexpr (transposes) {
      T striped[ITEMS_PER_THREAD];
      Exchange(storage_, place_).BlockedToStriped(items, striped);
      StoreDirectStriped<threads>(thread, target, striped, bounds...);
    } else if constexpr (ALGORITHM == BLOCK_STORE_STRIPED) {
      StoreDirectStriped<threads>(thread, target, items, bounds...);
    } else {
      StoreDirectBlocked(thread, target, items, bounds...);
    }
  }

 private:
  TempStorage& storage_;
  Place place_;
};

}  // namespace cub
