#pragma once

#include <cub/block/block_load.cuh>
#include <cub/warp/warp_exchange.cuh>

namespace cub {

enum WarpLoadAlgorithm {
  WARP_LOAD_DIRECT,
  WARP_LOAD_STRIPED,
  WARP_LOAD_VECTORIZE,
  WARP_LOAD_TRANSPOSE
};

/// Loads a tile of a logical warp; see block_load.cuh.
template <typename T, int ITEMS_PER_THREAD, WarpLoadAlgorithm ALGORITHM = WARP_LOAD_DIRECT,
          int LOGICAL_WARP_THREADS = 32, int LEGACY_PTX_ARCH = 0>
class WarpLoad {
  static constexpr bool transposes = ALGORITHM == WARP_LOAD_TRANSPOSE;
  using Exchange = WarpExchange<T, ITEMS_PER_THREAD, LOGICAL_WARP_THREADS>;
  using Warp = duet::spelling::LogicalWarp<LOGICAL_WARP_THREADS>;
  using Place = duet::vendor::Place;

 public:
  struct TempStorage : detail::TransposeStorage<transposes, Exchange> {};

  __device__ __forceinline__ explicit WarpLoad(TempStorage& storage,
                                               Place place = duet::vendor::here())
      : storage_(storage), place_(place) {}

  template <typename Iterator, typename... Bounds>
  __device__ __forceinline__ void Load(Iterator source, T (&items)[ITEMS_PER_THREAD],
                                       Bounds... bounds) {
    const int lane = int(Warp::lane());
    if constexpr (ALGORITHM == WARP_LOAD_STRIPED || transposes) {
      LoadDirectStriped<LOGICAL_WARP_THREADS>(lane, source, items, bounds...);
    } else {
      LoadDirectBlocked(lane, source, items, bounds...);
    }
    if constexpr (transposes) Exchange(storage_, place_).StripedToBlocked(items, items);
  }

 private:
  TempStorage& storage_;
  Place place_;
};

}  // namespace cub
