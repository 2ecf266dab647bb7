#pragma once

#include <cub/block/block_exchange.cuh>
#include <cub/block/block_scan.cuh>
#include <duet/spelling/cub/traits.hpp>

namespace cub {

/// Stable radix sorts of the items of a block, by the bits `begin_bit` to `end_bit` of the keys.
template <typename KeyT, int BLOCK_DIM_X, int ITEMS_PER_THREAD, typename ValueT = NullType,
          int RADIX_BITS = 4, bool MEMOIZE_OUTER_SCAN = true,
          BlockScanAlgorithm INNER_SCAN_ALGORITHM = BLOCK_SCAN_WARP_SCANS, int SMEM_CONFIG = 0,
          int BLOCK_DIM_Y = 1, int BLOCK_DIM_Z = 1, int LEGACY_PTX_ARCH = 0>
class BlockRadixSort {
  static constexpr int threads = BLOCK_DIM_X * BLOCK_DIM_Y * BLOCK_DIM_Z, N = ITEMS_PER_THREAD;
  static constexpr int digits = 1 << RADIX_BITS, all_bits = int(sizeof(KeyT)) * 8;
  static constexpr bool has_values = !duet::detail::is_same<ValueT, NullType>;
  using Order = duet::spelling::RadixKey<KeyT>;
  using Bits = typename Order::Bits;
  using Keys = BlockExchange<KeyT, BLOCK_DIM_X, N, false, BLOCK_DIM_Y, BLOCK_DIM_Z>;
  using Values = BlockExchange<ValueT, BLOCK_DIM_X, N, false, BLOCK_DIM_Y, BLOCK_DIM_Z>;
  using Place = duet::vendor::Place;

  /// For each digit, how many items of each thread have it.
  struct Counts {
    unsigned short of[digits * threads];
    duet::BlockScratch<unsigned> scratch;
  };

 public:
  union TempStorage {
    Counts counts;
    typename Keys::TempStorage keys;
    typename Values::TempStorage values;
  };

  __device__ __forceinline__ explicit BlockRadixSort(Place place = duet::vendor::here())
      : storage_(duet::spelling::private_storage<TempStorage>()), place_(place) {}
  __device__ __forceinline__ explicit BlockRadixSort(TempStorage& storage,
                                                     Place place = duet::vendor::here())
      : storage_(storage), place_(place) {}

  __device__ __forceinline__ void Sort(KeyT (&keys)[N], int begin_bit = 0, int end_bit = all_bits) {
    NullType none[N];
    sort<false, false>(keys, none, begin_bit, end_bit);
  }
  __device__ __forceinline__ void Sort(KeyT (&keys)[N], ValueT (&values)[N], int begin_bit = 0,
                                       int end_bit = all_bits) {
    sort<false, false>(keys, values, begin_bit, end_bit);
  }
  __device__ __forceinline__ void SortDescending(KeyT (&keys)[N], int begin_bit = 0,
                                                 int end_bit = all_bits) {
    NullType none[N];
    sort<true, false>(keys, none, begin_bit, end_bit);
  }
  __device__ __forceinline__ void SortDescending(KeyT (&keys)[N], ValueT (&values)[N],
                                                 int begin_bit = 0, int end_bit = all_bits) {
    sort<true, false>(keys, values, begin_bit, end_bit);
  }
  __device__ __forceinline__ void SortBlockedToStriped(KeyT (&keys)[N], int begin_bit = 0,
                                                       int end_bit = all_bits) {
    NullType none[N];
    sort<false, true>(keys, none, begin_bit, end_bit);
  }
  __device__ __forceinline__ void SortBlockedToStriped(KeyT (&keys)[N], ValueT (&values)[N],
                                                       int begin_bit = 0, int end_bit = all_bits) {
    sort<false, true>(keys, values, begin_bit, end_bit);
  }
  __device__ __forceinline__ void SortDescendingBlockedToStriped(KeyT (&keys)[N], int begin_bit = 0,
                                                                 int end_bit = all_bits) {
    NullType none[N];
    sort<true, true>(keys, none, begin_bit, end_bit);
  }
  __device__ __forceinline__ void SortDescendingBlockedToStriped(KeyT (&keys)[N],
                                                                 ValueT (&values)[N],
                                                                 int begin_bit = 0,
                                                                 int end_bit = all_bits) {
    sort<true, true>(keys, values, begin_bit, end_bit);
  }

 private:
  template <bool descending>
  __device__ __forceinline__ static unsigned digit(const KeyT& key, int bit, int bits) {
    const Bits ordered = descending ? Bits(~Order::bits(key)) : Order::bits(key);
    return unsigned(ordered >> bit) & ((1u << bits) - 1);
  }

  /// One pass for each digit, the least significant one first.
  template <bool descending, bool striped, typename V>
  __device__ __forceinline__ void sort(KeyT (&keys)[N], V (&values)[N], int begin_bit,
                                       int end_bit) {
    for (int bit = begin_bit;;) {
      const int bits = end_bit - bit < RADIX_BITS ? end_bit - bit : RADIX_BITS;
      int ranks[N];
      rank<descending>(keys, ranks, bit, bits);
      bit += RADIX_BITS;
      const bool is_last = bit >= end_bit;
      move<striped>(Keys(storage_.keys, place_), keys, ranks, is_last);
      if constexpr (!duet::detail::is_same<V, NullType>) {
        move<striped>(Values(storage_.values, place_), values, ranks, is_last);
      }
      if (is_last) return;
    }
  }

  template <bool striped, typename Exchange, typename Item>
  __device__ __forceinline__ void move(Exchange exchange, Item (&items)[N], int (&ranks)[N],
                                       bool is_last) {
    duet::vendor::block_barrier(place_);
    if (striped && is_last) {
      exchange.ScatterToStriped(items, ranks);
    } else {
      exchange.ScatterToBlocked(items, ranks);
    }
    if (!is_last) duet::vendor::block_barrier(place_);
  }

  /// Where each item belongs after sorting by a digit: after all items of smaller digits, of the
  /// same digit in earlier threads, and earlier in this thread.
  template <bool descending>
  __device__ __forceinline__ void rank(const KeyT (&keys)[N], int (&ranks)[N], int bit, int bits) {
    Counts& counts = storage_.counts;
    const unsigned thread = duet::thread_in_block();
#pragma unroll
    for (int d = 0; d < digits; ++d) counts.of[d * threads + int(thread)] = 0;
#pragma unroll
    for (int i = 0; i < N; ++i) {
      unsigned short& count =
          counts.of[int(digit<descending>(keys[i], bit, bits)) * threads + int(thread)];
      ranks[i] = count;
      ++count;
    }
    duet::vendor::block_barrier(place_);
    // Exclusive scan of all counts; each thread scans as many adjacent ones as there are digits.
    unsigned short* const own = counts.of + int(thread) * digits;
    unsigned sum = 0;
    for (int d = 0; d < digits; ++d) sum += own[d];
    unsigned before = duet::block_exclusive_scan<threads>(
        counts.scratch, sum, [](unsigned a, unsigned b) { return a + b; }, 0u, nullptr, place_);
    for (int d = 0; d < digits; ++d) {
      const unsigned count = own[d];
      own[d] = (unsigned short)before;
      before += count;
    }
    duet::vendor::block_barrier(place_);
#pragma unroll
    for (int i = 0; i < N; ++i) {
      ranks[i] += counts.of[int(digit<descending>(keys[i], bit, bits)) * threads + int(thread)];
    }
  }

  static_assert(threads * N <= 0xffff, "a block sorts at most 65535 items");
  TempStorage& storage_;
  Place place_;
};

}  // namespace cub
