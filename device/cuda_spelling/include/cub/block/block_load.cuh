#pragma once

#include <cub/block/block_exchange.cuh>

namespace cub {

// Loads of a tile. Blocked: thread t has the items t N to t N + N - 1. Striped: t, t + threads, ….
// Items past `valid_items` keep their value or get the default.

template <typename T, int ITEMS, typename Iterator>
__device__ __forceinline__ void LoadDirectBlocked(int linear_tid, Iterator source,
                                                  T (&items)[ITEMS]) {
#pragma unroll
  for (int i = 0; i < ITEMS; ++i) items[i] = source[linear_tid * ITEMS + i];
}
template <typename T, int ITEMS, typename Iterator>
__device__ __forceinline__ void LoadDirectBlocked(int linear_tid, Iterator source,
                                                  T (&items)[ITEMS], int valid_items) {
#pragma unroll
  for (int i = 0; i < ITEMS; ++i) {
    if (linear_tid * ITEMS + i < valid_items) items[i] = source[linear_tid * ITEMS + i];
  }
}
template <typename T, typename Default, int ITEMS, typename Iterator>
__device__ __forceinline__ void LoadDirectBlocked(int linear_tid, Iterator source,
                                                  T (&items)[ITEMS], int valid_items,
                                                  Default oob_default) {
#pragma unroll
  for (int i = 0; i < ITEMS; ++i) items[i] = oob_default;
  LoadDirectBlocked(linear_tid, source, items, valid_items);
}
template <int BLOCK_THREADS, typename T, int ITEMS, typename Iterator>
__device__ __forceinline__ void LoadDirectStriped(int linear_tid, Iterator source,
                                                  T (&items)[ITEMS]) {
#pragma unroll
  for (int i = 0; i < ITEMS; ++i) items[i] = source[linear_tid + i * BLOCK_THREADS];
}
template <int BLOCK_THREADS, typename T, int ITEMS, typename Iterator>
__device__ __forceinline__ void LoadDirectStriped(int linear_tid, Iterator source,
                                                  T (&items)[ITEMS], int valid_items) {
#pragma unroll
  for (int i = 0; i < ITEMS; ++i) {
    if (linear_tid + i * BLOCK_THREADS < valid_items)
      items[i] = source[linear_tid + i * BLOCK_THREADS];
  }
}
template <int BLOCK_THREADS, typename T, typename Default, int ITEMS, typename Iterator>
__device__ __forceinline__ void LoadDirectStriped(int linear_tid, Iterator source,
                                                  T (&items)[ITEMS], int valid_items,
                                                  Default oob_default) {
#pragma unroll
  for (int i = 0; i < ITEMS; ++i) items[i] = oob_default;
  LoadDirectStriped<BLOCK_THREADS>(linear_tid, source, items, valid_items);
}
template <typename T, int ITEMS, typename Iterator>
__device__ __forceinline__ void LoadDirectWarpStriped(int linear_tid, Iterator source,
                                                      T (&items)[ITEMS]) {
  const int first = linear_tid / 32 * 32 * ITEMS + linear_tid % 32;
#pragma unroll
  for (int i = 0; i < ITEMS; ++i) items[i] = source[first + i * 32];
}
template <typename T, int ITEMS, typename Iterator>
__device__ __forceinline__ void LoadDirectWarpStriped(int linear_tid, Iterator source,
                                                      T (&items)[ITEMS], int valid_items) {
  const int first = linear_tid / 32 * 32 * ITEMS + linear_tid % 32;
#pragma unroll
  for (int i = 0; i < ITEMS; ++i) {
    if (first + i * 32 < valid_items) items[i] = source[first + i * 32];
  }
}
/// @param source  aligned to ITEMS elements, or to 16 bytes if they are more
template <typename T, int ITEMS>
__device__ __forceinline__ void LoadDirectBlockedVectorized(int linear_tid, T* source,
                                                            T (&items)[ITEMS]) {
  LoadDirectBlocked(linear_tid, source, items);
}

enum BlockLoadAlgorithm {
  BLOCK_LOAD_DIRECT,
  BLOCK_LOAD_STRIPED,
  BLOCK_LOAD_VECTORIZE,
  BLOCK_LOAD_TRANSPOSE,
  BLOCK_LOAD_WARP_TRANSPOSE,
  BLOCK_LOAD_WARP_TRANSPOSE_TIMESLICED
};

/// Loads a tile. All algorithms but BLOCK_LOAD_STRIPED result in a blocked arrangement; those that
/// transpose load coalesced and exchange the items in shared memory.
template <typename T, int BLOCK_DIM_X, int ITEMS_PER_THREAD,
          BlockLoadAlgorithm ALGORITHM = BLOCK_LOAD_DIRECT, int BLOCK_DIM_Y = 1,
          int BLOCK_DIM_Z = 1, int LEGACY_PTX_ARCH = 0>
class BlockLoad {
  static constexpr int threads = BLOCK_DIM_X * BLOCK_DIM_Y * BLOCK_DIM_Z;
  static constexpr bool transposes = ALGORITHM >= BLOCK_LOAD_TRANSPOSE;
  using Exchange = BlockExchange<T, BLOCK_DIM_X, ITEMS_PER_THREAD, false, BLOCK_DIM_Y, BLOCK_DIM_Z>;
  using Place = duet::vendor::Place;

 public:
  struct TempStorage : detail::TransposeStorage<transposes, Exchange> {};

  __device__ __forceinline__ explicit BlockLoad(Place place = duet::vendor::here())
      : storage_(duet::spelling::private_storage<TempStorage>()), place_(place) {}
  __device__ __forceinline__ explicit BlockLoad(TempStorage& storage,
                                                Place place = duet::vendor::here())
      : storage_(storage), place_(place) {}

  /// @param bounds  number of valid items and their default, if there are less than a tile
  template <typename Iterator, typename... Bounds>
  __device__ __forceinline__ void Load(Iterator source, T (&items)[ITEMS_PER_THREAD],
                                       Bounds... bounds) {
    const int thread = int(duet::thread_in_block());
    if constexpr (ALGORITHM == BLOCK_LOAD_STRIPED || transposes) {
      LoadDirectStriped<threads>(thread, source, items, bounds...);
    } else {
      LoadDirectBlocked(thread, source, items, bounds...);
    }
    if constexpr (transposes) Exchange(storage_, place_).StripedToBlocked(items, items);
  }

 private:
  TempStorage& storage_;
  Place place_;
};

}  // namespace cub
