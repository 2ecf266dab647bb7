#pragma once

#include <cub/thread/thread_operators.cuh>
#include <duet/spelling/cub/items.hpp>

namespace cub {

/// Flags of items that differ from the one before (heads) or after them (tails). The first head and
/// the last tail of a block are flagged unless the item before or after the tile is given.
template <typename T, int BLOCK_DIM_X, int BLOCK_DIM_Y = 1, int BLOCK_DIM_Z = 1,
          int LEGACY_PTX_ARCH = 0>
class BlockDiscontinuity {
  static constexpr int threads = BLOCK_DIM_X * BLOCK_DIM_Y * BLOCK_DIM_Z;
  using Place = duet::vendor::Place;

 public:
  struct TempStorage {
    duet::spelling::SharedItems<T, threads> first, last;
  };

  __device__ __forceinline__ explicit BlockDiscontinuity(Place place = duet::vendor::here())
      : storage_(duet::spelling::private_storage<TempStorage>()), place_(place) {}
  __device__ __forceinline__ explicit BlockDiscontinuity(TempStorage& storage,
                                                         Place place = duet::vendor::here())
      : storage_(storage), place_(place) {}

  /// @param predecessor  the item before the tile, if there is one; used by thread 0
  template <int N, typename Flag, typename FlagOp, typename... Predecessor>
  __device__ __forceinline__ void FlagHeads(Flag (&head_flags)[N], T (&input)[N], FlagOp flag_op,
                                            Predecessor... predecessor) {
    exchange(input);
    heads(head_flags, input, flag_op, predecessor...);
  }
  /// @param successor  the item after the tile, if there is one; used by the last thread
  template <int N, typename Flag, typename FlagOp, typename... Successor>
  __device__ __forceinline__ void FlagTails(Flag (&tail_flags)[N], T (&input)[N], FlagOp flag_op,
                                            Successor... successor) {
    exchange(input);
    tails(tail_flags, input, flag_op, successor...);
  }
  template <int N, typename Flag, typename FlagOp>
  __device__ __forceinline__ void FlagHeadsAndTails(Flag (&head_flags)[N], Flag (&tail_flags)[N],
                                                    T (&input)[N], FlagOp flag_op) {
    exchange(input);
    heads(head_flags, input, flag_op);
    tails(tail_flags, input, flag_op);
  }
  template <int N, typename Flag, typename FlagOp>
  __device__ __forceinline__ void FlagHeadsAndTails(Flag (&head_flags)[N], Flag (&tail_flags)[N],
                                                    T tile_successor_item, T (&input)[N],
                                                    FlagOp flag_op) {
    exchange(input);
    heads(head_flags, input, flag_op);
    tails(tail_flags, input, flag_op, tile_successor_item);
  }
  template <int N, typename Flag, typename FlagOp>
  __device__ __forceinline__ void FlagHeadsAndTails(Flag (&head_flags)[N], T tile_predecessor_item,
                                                    Flag (&tail_flags)[N], T (&input)[N],
                                                    FlagOp flag_op) {
    exchange(input);
    heads(head_flags, input, flag_op, tile_predecessor_item);
    tails(tail_flags, input, flag_op);
  }
  template <int N, typename Flag, typename FlagOp>
  __device__ __forceinline__ void FlagHeadsAndTails(Flag (&head_flags)[N], T tile_predecessor_item,
                                                    Flag (&tail_flags)[N], T tile_successor_item,
                                                    T (&input)[N], FlagOp flag_op) {
    exchange(input);
    heads(head_flags, input, flag_op, tile_predecessor_item);
    tails(tail_flags, input, flag_op, tile_successor_item);
  }

 private:
  template <int N>
  __device__ __forceinline__ void exchange(T (&input)[N]) {
    const int thread = int(duet::thread_in_block());
    storage_.first[thread] = input[0];
    storage_.last[thread] = input[N - 1];
    duet::vendor::block_barrier(place_);
  }
  /// The operator takes two items, or two items and the index of the second one.
  template <typename FlagOp>
  __device__ __forceinline__ static auto differ(FlagOp& op, const T& a, const T& b, int, int)
      -> decltype(bool(op(a, b))) {
    return bool(op(a, b));
  }
  template <typename FlagOp>
  __device__ __forceinline__ static auto differ(FlagOp& op, const T& a, const T& b, int index, long)
      -> decltype(bool(op(a, b, index))) {
    return bool(op(a, b, index));
  }

  template <int N, typename Flag, typename FlagOp>
  __device__ __forceinline__ void inner_heads(Flag (&flags)[N], T (&input)[N], FlagOp op) {
    const int thread = int(duet::thread_in_block());
    if (thread > 0) flags[0] = Flag(differ(op, storage_.last[thread - 1], input[0], thread * N, 0));
#pragma unroll
    for (int i = 1; i < N; ++i) {
      flags[i] = Flag(differ(op, input[i - 1], input[i], thread * N + i, 0));
    }
  }
  template <int N, typename Flag, typename FlagOp>
  __device__ __forceinline__ void heads(Flag (&flags)[N], T (&input)[N], FlagOp op) {
    inner_heads(flags, input, op);
    if (duet::thread_in_block() == 0) flags[0] = Flag(1);
  }
  template <int N, typename Flag, typename FlagOp>
  __device__ __forceinline__ void heads(Flag (&flags)[N], T (&input)[N], FlagOp op, T predecessor) {
    inner_heads(flags, input, op);
    if (duet::thread_in_block() == 0) flags[0] = Flag(differ(op, predecessor, input[0], 0, 0));
  }
  template <int N, typename Flag, typename FlagOp>
  __device__ __forceinline__ void inner_tails(Flag (&flags)[N], T (&input)[N], FlagOp op) {
    const int thread = int(duet::thread_in_block());
    if (thread < threads - 1) {
      flags[N - 1] = Flag(differ(op, input[N - 1], storage_.first[thread + 1], thread * N + N, 0));
    }
#pragma unroll
    for (int i = 0; i < N - 1; ++i) {
      flags[i] = Flag(differ(op, input[i], input[i + 1], thread * N + i + 1, 0));
    }
  }
  template <int N, typename Flag, typename FlagOp>
  __device__ __forceinline__ void tails(Flag (&flags)[N], T (&input)[N], FlagOp op) {
    inner_tails(flags, input, op);
    if (int(duet::thread_in_block()) == threads - 1) flags[N - 1] = Flag(1);
  }
  template <int N, typename Flag, typename FlagOp>
  __device__ __forceinline__ void tails(Flag (&flags)[N], T (&input)[N], FlagOp op, T successor) {
    inner_tails(flags, input, op);
    if (int(duet::thread_in_block()) == threads - 1) {
      flags[N - 1] = Flag(differ(op, input[N - 1], successor, threads * N, 0));
    }
  }

  TempStorage& storage_;
  Place place_;
};

}  // namespace cub
