#pragma once

#include <cub/util_type.cuh>
#include <duet/device/detail/type_traits.hpp>
#include <duet/spelling/cub/items.hpp>

namespace cub {

/// Stable merge sorts of the items of a block, by a function object `less(a, b)`.
template <typename KeyT, int BLOCK_DIM_X, int ITEMS_PER_THREAD, typename ValueT = NullType,
          int BLOCK_DIM_Y = 1, int BLOCK_DIM_Z = 1>
class BlockMergeSort {
  static constexpr int threads = BLOCK_DIM_X * BLOCK_DIM_Y * BLOCK_DIM_Z, N = ITEMS_PER_THREAD;
  static constexpr int total = threads * N;
  using Place = duet::vendor::Place;

 public:
  union TempStorage {
    duet::spelling::SharedItems<KeyT, total> keys;
    duet::spelling::SharedItems<ValueT, total> values;
  };

  __device__ __forceinline__ explicit BlockMergeSort(Place place = duet::vendor::here())
      : storage_(duet::spelling::private_storage<TempStorage>()), place_(place) {}
  __device__ __forceinline__ explicit BlockMergeSort(TempStorage& storage,
                                                     Place place = duet::vendor::here())
      : storage_(storage), place_(place) {}

  template <typename Less>
  __device__ __forceinline__ void Sort(KeyT (&keys)[N], Less less) {
    NullType none[N];
    sort(keys, none, less);
  }
  template <typename Less>
  __device__ __forceinline__ void Sort(KeyT (&keys)[N], ValueT (&values)[N], Less less) {
    sort(keys, values, less);
  }
  /// @param oob_default  the key of the items past `valid_items`, not less than any other
  template <typename Less>
  __device__ __forceinline__ void Sort(KeyT (&keys)[N], Less less, int valid_items,
                                       KeyT oob_default) {
    fill(keys, valid_items, oob_default);
    Sort(keys, less);
  }
  template <typename Less>
  __device__ __forceinline__ void Sort(KeyT (&keys)[N], ValueT (&values)[N], Less less,
                                       int valid_items, KeyT oob_default) {
    fill(keys, valid_items, oob_default);
    sort(keys, values, less);
  }
  template <typename... Arguments>
  __device__ __forceinline__ void StableSort(Arguments&&... arguments) {
    Sort(arguments...);
  }

 private:
  __device__ __forceinline__ static void fill(KeyT (&keys)[N], int valid_items, KeyT value) {
#pragma unroll
    for (int i = 0; i < N; ++i) {
      if (int(duet::thread_in_block()) * N + i >= valid_items) keys[i] = value;
    }
  }

  template <typename V, typename Less>
  __device__ __forceinline__ void sort(KeyT (&keys)[N], V (&values)[N], Less less) {
    // Sorts each thread's items by insertion, then merges sorted runs of twice the length.
#pragma unroll
    for (int i = 1; i < N; ++i) {
#pragma unroll
      for (int k = i; k > 0; --k) {
        if (!less(keys[k], keys[k - 1])) continue;
        const KeyT key = keys[k];
        keys[k] = keys[k - 1];
        keys[k - 1] = key;
        const V value = values[k];
        values[k] = values[k - 1];
        values[k - 1] = value;
      }
    }
    for (int run = N; run < total; run *= 2) merge(keys, values, run, less);
  }

  /// Merges pairs of runs.
  template <typename V, typename Less>
  __device__ __forceinline__ void merge(KeyT (&keys)[N], V (&values)[N], int run, Less less) {
    const int first = int(duet::thread_in_block()) * N;
    const int a = first / (2 * run) * (2 * run);
    const int b = a + run < total ? a + run : total, end = b + run < total ? b + run : total;
    duet::vendor::block_barrier(place_);
#pragma unroll
    for (int i = 0; i < N; ++i) storage_.keys[first + i] = keys[i];
    duet::vendor::block_barrier(place_);
    // The split of this thread's first result: how many results before it come from the first run.
    const int before = first - a;
    int low = before > end - b ? before - (end - b) : 0, high = before < b - a ? before : b - a;
    while (low < high) {
      const int middle = (low + high) / 2;
      if (less(storage_.keys[b + before - middle - 1], storage_.keys[a + middle])) {
        high = middle;
      } else {
        low = middle + 1;
      }
    }
    int from_a = a + low, from_b = b + before - low;
    int sources[N];
#pragma unroll
    for (int i = 0; i < N; ++i) {
      const bool takes_b =
          from_a >= b || (from_b < end && less(storage_.keys[from_b], storage_.keys[from_a]));
      sources[i] = takes_b ? from_b++ : from_a++;
      keys[i] = storage_.keys[sources[i]];
    }
    if constexpr (!duet::detail::is_same<V, NullType>) {
      duet::vendor::block_barrier(place_);
#pragma unroll
      for (int i = 0; i < N; ++i) storage_.values[first + i] = values[i];
      duet::vendor::block_barrier(place_);
#pragma unroll
      for (int i = 0; i < N; ++i) values[i] = storage_.values[sources[i]];
    }
  }

  TempStorage& storage_;
  Place place_;
};

}  // namespace cub
