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
  static constexpr int words = (1 << RADIX_BITS) / 2, all_bits = int(sizeof(KeyT)) * 8;
  static constexpr bool has_values = !duet::detail::is_same<ValueT, NullType>;
  using Order = duet::spelling::RadixKey<KeyT>;
  using Bits = typename Order::Bits;
  using Keys = BlockExchange<Bits, BLOCK_DIM_X, N, false, BLOCK_DIM_Y, BLOCK_DIM_Z>;
  using Values = BlockExchange<ValueT, BLOCK_DIM_X, N, false, BLOCK_DIM_Y, BLOCK_DIM_Z>;
  using Place = duet::vendor::Place;

  /// For each digit, how many items of each thread have it. A word has two digits, d and d + words.
  /// Further words are 0: with an odd number for each thread, adjacent ones of all threads lie in
  /// different banks.
  struct Counts {
    unsigned of[(words + 1) * threads];
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
  /// A key as an unsigned integer: the sort is an ascending one of these.
  template <bool descending>
  __device__ __forceinline__ static Bits ordered(Bits key) {
    const Bits bits = Order::twiddle_in(key);
    return descending ? Bits(~bits) : bits;
  }
  template <bool descending>
  __device__ __forceinline__ static unsigned digit(Bits key, int bit, int bits) {
    if constexpr (Order::has_two_zeros) {
      if (key == ordered<descending>(Order::top)) key = ordered<descending>(Bits(0));
    }
    return unsigned(key >> bit) & ((1u << bits) - 1);
  }

  /// One pass for each digit, the least significant one first.
  template <bool descending, bool striped, typename V>
  __device__ __forceinline__ void sort(KeyT (&items)[N], V (&values)[N], int begin_bit,
                                       int end_bit) {
    Bits keys[N];
#pragma unroll
    for (int i = 0; i < N; ++i) keys[i] = ordered<descending>(duet::bit_cast<Bits>(items[i]));
    for (int bit = begin_bit;; duet::vendor::block_barrier(place_)) {
      const int bits = end_bit - bit < RADIX_BITS ? end_bit - bit : RADIX_BITS;
      int ranks[N];
      rank<descending>(keys, ranks, bit, bits);
      bit += RADIX_BITS;
      const bool is_last = bit >= end_bit;
      move<striped>(Keys(storage_.keys, place_), keys, ranks, is_last);
      if constexpr (!duet::detail::is_same<V, NullType>) {
        move<striped>(Values(storage_.values, place_), values, ranks, is_last);
      }
      if (is_last) break;
    }
#pragma unroll
    for (int i = 0; i < N; ++i) {
      const Bits bits = descending ? Bits(~keys[i]) : keys[i];
      items[i] = duet::bit_cast<KeyT>(Order::twiddle_out(bits));
    }
  }

  /// Moves items to their ranks when all threads have read what was in the same memory.
  template <bool striped, typename Exchange, typename Item>
  __device__ __forceinline__ void move(Exchange exchange, Item (&items)[N], int (&ranks)[N],
                                       bool is_last) {
    duet::vendor::block_barrier(place_);
    if (striped && is_last) {
      exchange.ScatterToStriped(items, ranks);
    } else {
      exchange.ScatterToBlocked(items, ranks);
    }
  }

  /// The word that counts a thread's items with a digit, and the digit's half of it.
  __device__ __forceinline__ unsigned& word_of(unsigned digit) {
    return storage_.counts.of[digit % words * threads + duet::thread_in_block()];
  }
  __device__ __forceinline__ static unsigned half_of(unsigned word, unsigned digit) {
    return word >> digit / words * 16 & 0xffffu;
  }

  /// Where each item belongs after sorting by a digit: after all items of smaller digits, of the
  /// same digit in earlier threads, and earlier in this thread.
  template <bool descending>
  __device__ __forceinline__ void rank(const Bits (&keys)[N], int (&ranks)[N], int bit, int bits) {
    Counts& counts = storage_.counts;
    const unsigned thread = duet::thread_in_block();
#pragma unroll
    for (int word = 0; word <= words; ++word) counts.of[word * threads + int(thread)] = 0;
#pragma unroll
    for (int i = 0; i < N; ++i) {
      const unsigned one = digit<descending>(keys[i], bit, bits);
      unsigned& word = word_of(one);
      ranks[i] = int(half_of(word, one));
      word += 1u << one / words * 16;
    }
    duet::vendor::block_barrier(place_);
    // Exclusive scan of all counts, of both halves of words at once. Each thread scans adjacent
    // words.
    unsigned* const adjacent = counts.of + int(thread) * (words + 1);
    unsigned own[words + 1];
    unsigned sum = 0;
#pragma unroll
    for (int word = 0; word <= words; ++word) sum += own[word] = adjacent[word];
    unsigned total = 0;
    const unsigned all = duet::block_inclusive_scan<threads>(
        counts.scratch, sum, [](unsigned a, unsigned b) { return a + b; }, &total, place_);
    // The digits of upper halves come after those of lower ones.
    unsigned before = all - sum + (total << 16);
#pragma unroll
    for (int word = 0; word <= words; ++word) {
      adjacent[word] = before;
      before += own[word];
    }
    duet::vendor::block_barrier(place_);
#pragma unroll
    for (int i = 0; i < N; ++i) {
      const unsigned one = digit<descending>(keys[i], bit, bits);
      ranks[i] += int(half_of(word_of(one), one));
    }
  }

  static_assert(threads * N <= 0xffff, "a block sorts at most 65535 items");
  TempStorage& storage_;
  Place place_;
};

}  // namespace cub
