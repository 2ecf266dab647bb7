#pragma once

#include <cub/util_type.cuh>
#include <duet/spelling/cub/items.hpp>

namespace cub {

namespace detail {

/// The storage of an algorithm that transposes, or none.
template <bool transposes, typename Exchange>
struct TransposeStorage {};
template <typename Exchange>
struct TransposeStorage<true, Exchange> : Exchange::TempStorage {};

}  // namespace detail

/// Rearranges the items of a block. Blocked: thread t has the items t N to t N + N - 1. Striped: t,
/// t + threads, …. Warp-striped: so within the items of each warp of 32.
template <typename T, int BLOCK_DIM_X, int ITEMS_PER_THREAD, bool WARP_TIME_SLICING = false,
          int BLOCK_DIM_Y = 1, int BLOCK_DIM_Z = 1, int LEGACY_PTX_ARCH = 0>
class BlockExchange {
  static constexpr int threads = BLOCK_DIM_X * BLOCK_DIM_Y * BLOCK_DIM_Z, N = ITEMS_PER_THREAD;
  using Place = duet::vendor::Place;

 public:
  struct TempStorage {
    // One item of padding for every 32, so that threads with a power of two of items use all banks.
    duet::spelling::SharedItems<T, threads * N + threads * N / 32> items;
  };

  __device__ __forceinline__ explicit BlockExchange(Place place = duet::vendor::here())
      : storage_(duet::spelling::private_storage<TempStorage>()), place_(place) {}
  __device__ __forceinline__ explicit BlockExchange(TempStorage& storage,
                                                    Place place = duet::vendor::here())
      : storage_(storage), place_(place) {}

  template <typename Out>
  __device__ __forceinline__ void StripedToBlocked(const T (&input)[N], Out (&output)[N]) {
    exchange(
        input, output, [](int i) { return striped(i); }, [](int i) { return blocked(i); });
  }
  template <typename Out>
  __device__ __forceinline__ void BlockedToStriped(const T (&input)[N], Out (&output)[N]) {
    exchange(
        input, output, [](int i) { return blocked(i); }, [](int i) { return striped(i); });
  }
  template <typename Out>
  __device__ __forceinline__ void WarpStripedToBlocked(const T (&input)[N], Out (&output)[N]) {
    exchange(
        input, output, [](int i) { return warp_striped(i); }, [](int i) { return blocked(i); });
  }
  template <typename Out>
  __device__ __forceinline__ void BlockedToWarpStriped(const T (&input)[N], Out (&output)[N]) {
    exchange(
        input, output, [](int i) { return blocked(i); }, [](int i) { return warp_striped(i); });
  }
  /// @param ranks  where each item belongs in the arrangement
  template <typename Out, typename Offset>
  __device__ __forceinline__ void ScatterToBlocked(const T (&input)[N], Out (&output)[N],
                                                   Offset (&ranks)[N]) {
    exchange(
        input, output, [&](int i) { return int(ranks[i]); }, [](int i) { return blocked(i); });
  }
  template <typename Out, typename Offset>
  __device__ __forceinline__ void ScatterToStriped(const T (&input)[N], Out (&output)[N],
                                                   Offset (&ranks)[N]) {
    exchange(
        input, output, [&](int i) { return int(ranks[i]); }, [](int i) { return striped(i); });
  }
  /// Items of negative rank are dropped.
  template <typename Out, typename Offset>
  __device__ __forceinline__ void ScatterToStripedGuarded(const T (&input)[N], Out (&output)[N],
                                                          Offset (&ranks)[N]) {
    scatter(input, output, ranks, [&](int i) { return ranks[i] >= 0; });
  }
  /// Items without a flag are dropped.
  template <typename Out, typename Offset, typename Flag>
  __device__ __forceinline__ void ScatterToStripedFlagged(const T (&input)[N], Out (&output)[N],
                                                          Offset (&ranks)[N], Flag (&is_valid)[N]) {
    scatter(input, output, ranks, [&](int i) { return bool(is_valid[i]); });
  }

  // In place.
  __device__ __forceinline__ void StripedToBlocked(T (&items)[N]) {
    StripedToBlocked(items, items);
  }
  __device__ __forceinline__ void BlockedToStriped(T (&items)[N]) {
    BlockedToStriped(items, items);
  }
  __device__ __forceinline__ void WarpStripedToBlocked(T (&items)[N]) {
    WarpStripedToBlocked(items, items);
  }
  __device__ __forceinline__ void BlockedToWarpStriped(T (&items)[N]) {
    BlockedToWarpStriped(items, items);
  }
  template <typename Offset>
  __device__ __forceinline__ void ScatterToBlocked(T (&items)[N], Offset (&ranks)[N]) {
    ScatterToBlocked(items, items, ranks);
  }
  template <typename Offset>
  __device__ __forceinline__ void ScatterToStriped(T (&items)[N], Offset (&ranks)[N]) {
    ScatterToStriped(items, items, ranks);
  }

 private:
  __device__ __forceinline__ static int blocked(int i) {
    return int(duet::thread_in_block()) * N + i;
  }
  __device__ __forceinline__ static int striped(int i) {
    return int(duet::thread_in_block()) + i * threads;
  }
  __device__ __forceinline__ static int warp_striped(int i) {
    const int thread = int(duet::thread_in_block()), warp = thread / 32 * 32;
    const int size = threads - warp < 32 ? threads - warp : 32;
    return warp * N + thread % 32 + i * size;
  }
  __device__ __forceinline__ T& slot(int i) { return storage_.items[i + i / 32]; }

  template <typename Out, typename From, typename To>
  __device__ __forceinline__ void exchange(const T (&input)[N], Out (&output)[N], From from,
                                           To to) {
#pragma unroll
    for (int i = 0; i < N; ++i) slot(from(i)) = input[i];
    duet::vendor::block_barrier(place_);
#pragma unroll
    for (int i = 0; i < N; ++i) output[i] = slot(to(i));
  }
  template <typename Out, typename Offset, typename IsValid>
  __device__ __forceinline__ void scatter(const T (&input)[N], Out (&output)[N], Offset (&ranks)[N],
                                          IsValid is_valid) {
#pragma unroll
    for (int i = 0; i < N; ++i) {
      if (is_valid(i)) slot(int(ranks[i])) = input[i];
    }
    duet::vendor::block_barrier(place_);
#pragma unroll
    for (int i = 0; i < N; ++i) output[i] = slot(striped(i));
  }

  TempStorage& storage_;
  Place place_;
};

}  // namespace cub
