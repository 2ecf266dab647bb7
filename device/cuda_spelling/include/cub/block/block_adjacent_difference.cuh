#pragma once

#include <cub/thread/thread_operators.cuh>
#include <duet/spelling/cub/items.hpp>

namespace cub {

/// Differences of neighbouring items. Items without a neighbour are copied.
template <typename T, int BLOCK_DIM_X, int BLOCK_DIM_Y = 1, int BLOCK_DIM_Z = 1,
          int LEGACY_PTX_ARCH = 0>
class BlockAdjacentDifference {
  static constexpr int threads = BLOCK_DIM_X * BLOCK_DIM_Y * BLOCK_DIM_Z;
  using Place = duet::vendor::Place;

 public:
  struct TempStorage {
    duet::spelling::SharedItems<T, threads> items;
  };

  __device__ __forceinline__ explicit BlockAdjacentDifference(Place place = duet::vendor::here())
      : storage_(duet::spelling::private_storage<TempStorage>()), place_(place) {}
  __device__ __forceinline__ explicit BlockAdjacentDifference(TempStorage& storage,
                                                              Place place = duet::vendor::here())
      : storage_(storage), place_(place) {}

  template <int N, typename Out, typename Op>
  __device__ __forceinline__ void SubtractLeft(T (&input)[N], Out (&output)[N], Op op) {
    const T first = input[0];
    left(input, output, op, threads * N);
    if (duet::thread_in_block() == 0) output[0] = first;
  }
  template <int N, typename Out, typename Op>
  __device__ __forceinline__ void SubtractLeft(T (&input)[N], Out (&output)[N], Op op,
                                               T tile_predecessor_item) {
    const T first = input[0];
    left(input, output, op, threads * N);
    if (duet::thread_in_block() == 0) output[0] = op(first, tile_predecessor_item);
  }
  template <int N, typename Out, typename Op>
  __device__ __forceinline__ void SubtractLeftPartialTile(T (&input)[N], Out (&output)[N], Op op,
                                                          int valid_items) {
    const T first = input[0];
    left(input, output, op, valid_items);
    if (duet::thread_in_block() == 0) output[0] = first;
  }
  template <int N, typename Out, typename Op>
  __device__ __forceinline__ void SubtractRight(T (&input)[N], Out (&output)[N], Op op) {
    SubtractRightPartialTile(input, output, op, threads * N);
  }
  template <int N, typename Out, typename Op>
  __device__ __forceinline__ void SubtractRight(T (&input)[N], Out (&output)[N], Op op,
                                                T tile_successor_item) {
    const T last = input[N - 1];
    SubtractRightPartialTile(input, output, op, threads * N);
    if (int(duet::thread_in_block()) == threads - 1) output[N - 1] = op(last, tile_successor_item);
  }
  template <int N, typename Out, typename Op>
  __device__ __forceinline__ void SubtractRightPartialTile(T (&input)[N], Out (&output)[N], Op op,
                                                           int valid_items) {
    const int thread = int(duet::thread_in_block());
    storage_.items[thread] = input[0];
    duet::vendor::block_barrier(place_);
    T own[N];
#pragma unroll
    for (int i = 0; i < N; ++i) own[i] = input[i];
#pragma unroll
    for (int i = 0; i < N; ++i) {
      const bool has_next = thread * N + i + 1 < valid_items;
      if (!has_next) {
        output[i] = own[i];
      } else {
        output[i] = op(own[i], i + 1 < N ? own[i + 1 < N ? i + 1 : i] : storage_.items[thread + 1]);
      }
    }
  }

 private:
  template <int N, typename Out, typename Op>
  __device__ __forceinline__ void left(T (&input)[N], Out (&output)[N], Op op, int valid_items) {
    const int thread = int(duet::thread_in_block());
    storage_.items[thread] = input[N - 1];
    duet::vendor::block_barrier(place_);
    T before = thread > 0 ? storage_.items[thread - 1] : input[0];
#pragma unroll
    for (int i = 0; i < N; ++i) {
      T item = input[i];
      if (thread * N + i < valid_items) {
        output[i] = op(item, before);
      } else {
        output[i] = item;
      }
      before = item;
    }
  }

  TempStorage& storage_;
  Place place_;
};

}  // namespace cub
