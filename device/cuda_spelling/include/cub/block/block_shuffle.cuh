#pragma once

#include <cub/util_type.cuh>
#include <duet/spelling/cub/items.hpp>

namespace cub {

/// Moves items between neighbouring threads of a block.
template <typename T, int BLOCK_DIM_X, int BLOCK_DIM_Y = 1, int BLOCK_DIM_Z = 1,
          int LEGACY_PTX_ARCH = 0>
class BlockShuffle {
  static constexpr int threads = BLOCK_DIM_X * BLOCK_DIM_Y * BLOCK_DIM_Z;
  using Place = duet::vendor::Place;

 public:
  struct TempStorage {
    duet::spelling::SharedItems<T, threads> items;
  };

  __device__ __forceinline__ explicit BlockShuffle(Place place = duet::vendor::here())
      : storage_(duet::spelling::private_storage<TempStorage>()), place_(place) {}
  __device__ __forceinline__ explicit BlockShuffle(TempStorage& storage,
                                                   Place place = duet::vendor::here())
      : storage_(storage), place_(place) {}

  /// The item of the thread `distance` above; unchanged where that is outside the block.
  __device__ __forceinline__ void Offset(T input, T& output, int distance = 1) {
    const int source = exchange(input) + distance;
    if (source >= 0 && source < threads) output = storage_.items[source];
  }
  /// The item of the thread `distance` above, around the end of the block.
  __device__ __forceinline__ void Rotate(T input, T& output, unsigned distance = 1) {
    const unsigned source = unsigned(exchange(input)) + distance;
    output = storage_.items[int(source % unsigned(threads))];
  }
  /// Moves all items by one place to the end; the first item of the block is unchanged.
  template <int N>
  __device__ __forceinline__ void Up(T (&input)[N], T (&prev)[N]) {
    const int thread = exchange(input[N - 1]);
#pragma unroll
    for (int i = N - 1; i > 0; --i) prev[i] = input[i - 1];
    if (thread > 0) prev[0] = storage_.items[thread - 1];
  }
  /// @param block_suffix  receives the last item of the block, in every thread
  template <int N>
  __device__ __forceinline__ void Up(T (&input)[N], T (&prev)[N], T& block_suffix) {
    Up(input, prev);
    block_suffix = storage_.items[threads - 1];
  }
  /// Moves all items by one place to the beginning; the last item of the block is unchanged.
  template <int N>
  __device__ __forceinline__ void Down(T (&input)[N], T (&next)[N]) {
    const int thread = exchange(input[0]);
#pragma unroll
    for (int i = 0; i < N - 1; ++i) next[i] = input[i + 1];
    if (thread < threads - 1) next[N - 1] = storage_.items[thread + 1];
  }
  /// @param block_prefix  receives the first item of the block, in every thread
  template <int N>
  __device__ __forceinline__ void Down(T (&input)[N], T (&next)[N], T& block_prefix) {
    Down(input, next);
    block_prefix = storage_.items[0];
  }

 private:
  __device__ __forceinline__ int exchange(const T& item) {
    const int thread = int(duet::thread_in_block());
    storage_.items[thread] = item;
    duet::vendor::block_barrier(place_);
    return thread;
  }

  TempStorage& storage_;
  Place place_;
};

}  // namespace cub
