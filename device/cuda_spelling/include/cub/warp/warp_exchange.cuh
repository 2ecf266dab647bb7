#pragma once

#include <cub/util_type.cuh>
#include <duet/spelling/cub/items.hpp>
#include <duet/spelling/cub/logical_warp.hpp>

namespace cub {

enum WarpExchangeAlgorithm { WARP_EXCHANGE_SMEM, WARP_EXCHANGE_SHUFFLE };

/// Rearranges the items of a logical warp; see block_exchange.cuh.
template <typename T, int ITEMS_PER_THREAD, int LOGICAL_WARP_THREADS = 32,
          WarpExchangeAlgorithm ALGORITHM = WARP_EXCHANGE_SMEM>
class WarpExchange {
  static constexpr int N = ITEMS_PER_THREAD;
  using Warp = duet::spelling::LogicalWarp<LOGICAL_WARP_THREADS>;
  using Place = duet::vendor::Place;

 public:
  struct TempStorage {
    duet::spelling::SharedItems<T, LOGICAL_WARP_THREADS * N> items;
  };

  __device__ __forceinline__ explicit WarpExchange(TempStorage& storage,
                                                   Place place = duet::vendor::here())
      : storage_(storage), place_(place) {}

  template <typename Out>
  __device__ __forceinline__ void BlockedToStriped(const T (&input)[N], Out (&output)[N]) {
    exchange(
        input, output, [](int i) { return blocked(i); }, [](int i) { return striped(i); });
  }
  template <typename Out>
  __device__ __forceinline__ void StripedToBlocked(const T (&input)[N], Out (&output)[N]) {
    exchange(
        input, output, [](int i) { return striped(i); }, [](int i) { return blocked(i); });
  }
  template <typename Out, typename Offset>
  __device__ __forceinline__ void ScatterToStriped(const T (&input)[N], Out (&output)[N],
                                                   Offset (&ranks)[N]) {
    exchange(
        input, output, [&](int i) { return int(ranks[i]); }, [](int i) { return striped(i); });
  }
  template <typename Offset>
  __device__ __forceinline__ void ScatterToStriped(T (&items)[N], Offset (&ranks)[N]) {
    ScatterToStriped(items, items, ranks);
  }

 private:
  __device__ __forceinline__ static int blocked(int i) { return int(Warp::lane()) * N + i; }
  __device__ __forceinline__ static int striped(int i) {
    return int(Warp::lane()) + i * LOGICAL_WARP_THREADS;
  }
  template <typename Out, typename From, typename To>
  __device__ __forceinline__ void exchange(const T (&input)[N], Out (&output)[N], From from,
                                           To to) {
#pragma unroll
    for (int i = 0; i < N; ++i) storage_.items[from(i)] = input[i];
    Warp::barrier(place_);
#pragma unroll
    for (int i = 0; i < N; ++i) output[i] = storage_.items[to(i)];
  }

  TempStorage& storage_;
  Place place_;
};

}  // namespace cub
