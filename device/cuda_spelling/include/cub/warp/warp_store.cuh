#pragma once

#include <cub/block/block_store.cuh>
#include <cub/warp/warp_exchange.cuh>

namespace cub {

enum WarpStoreAlgorithm {
  WARP_STORE_DIRECT,
  WARP_STORE_STRIPED,
  WARP_STORE_VECTORIZE,
  WARP_STORE_TRANSPOSE
};

/// Stores a tile of a logical warp; see block_store.cuh.
template <typename T, int ITEMS_PER_THREAD, WarpStoreAlgorithm ALGORITHM = WARP_STORE_DIRECT,
          int LOGICAL_WARP_THREADS = 32, int LEGACY_PTX_ARCH = 0>
class WarpStore {
  static constexpr bool transposes = ALGORITHM == WARP_STORE_TRANSPOSE;
  using Exchange = WarpExchange<T, ITEMS_PER_THREAD, LOGICAL_WARP_THREADS>;
  using Warp = duet::spelling::LogicalWarp<LOGICAL_WARP_THREADS>;
  using Place = duet::vendor::Place;

 public:
  struct TempStorage : detail::TransposeStorage<transposes, Exchange> {};

  __device__ __forceinline__ explicit WarpStore(TempStorage& storage,
                                                Place place = duet::vendor::here())
      : storage_(storage), place_(place) {}

  template <typename Iterator, typename... Bounds>
  __device__ __forceinline__ void Store(Iterator target, T (&items)[ITEMS_PER_THREAD],
                                        Bounds... bounds) {
    const int lane = int(Warp::lane());
    if constexpr (transposes) {
      T striped[ITEMS_PER_THREAD];
      Exchange(storage_, place_).BlockedToStriped(items, striped);
      StoreDirectStriped<LOGICAL_WARP_THREADS>(lane, target, striped, bounds...);
    } else if constexpr (ALGORITHM == WARP_STORE_STRIPED) {
      StoreDirectStriped<LOGICAL_WARP_THREADS>(lane, target, items, bounds...);
    } else {
      StoreDirectBlocked(lane, target, items, bounds...);
    }
  }

 private:
  TempStorage& storage_;
  Place place_;
};

}  // namespace cub
