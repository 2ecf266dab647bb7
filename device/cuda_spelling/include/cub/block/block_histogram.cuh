#pragma once

#include <cub/util_type.cuh>
#include <duet/device/atomic.hpp>
#include <duet/spelling/cub/items.hpp>

namespace cub {

enum BlockHistogramAlgorithm { BLOCK_HISTO_SORT, BLOCK_HISTO_ATOMIC };

/// Histograms of the items of a block in shared memory, counted with atomics by both algorithms.
/// Items are numbers of bins.
template <typename T, int BLOCK_DIM_X, int ITEMS_PER_THREAD, int BINS,
          BlockHistogramAlgorithm ALGORITHM = BLOCK_HISTO_SORT, int BLOCK_DIM_Y = 1,
          int BLOCK_DIM_Z = 1, int LEGACY_PTX_ARCH = 0>
class BlockHistogram {
  static constexpr int threads = BLOCK_DIM_X * BLOCK_DIM_Y * BLOCK_DIM_Z;
  using Place = duet::vendor::Place;

 public:
  struct TempStorage {};

  __device__ __forceinline__ explicit BlockHistogram(Place place = duet::vendor::here())
      : place_(place) {}
  __device__ __forceinline__ explicit BlockHistogram(TempStorage&,
                                                     Place place = duet::vendor::here())
      : place_(place) {}

  template <typename Counter>
  __device__ __forceinline__ void InitHistogram(Counter histogram[BINS]) {
    for (int i = int(duet::thread_in_block()); i < BINS; i += threads) histogram[i] = Counter(0);
  }
  /// Adds the items to a histogram. The caller provides the barrier before its counts are read.
  template <typename Counter>
  __device__ __forceinline__ void Composite(T (&items)[ITEMS_PER_THREAD], Counter histogram[BINS]) {
    duet::vendor::block_barrier(place_);
#pragma unroll
    for (int i = 0; i < ITEMS_PER_THREAD; ++i) {
      duet::atomic_add(histogram + unsigned(items[i]), Counter(1));
    }
  }
  template <typename Counter>
  __device__ __forceinline__ void Histogram(T (&items)[ITEMS_PER_THREAD], Counter histogram[BINS]) {
    InitHistogram(histogram);
    Composite(items, histogram);
  }

 private:
  Place place_;
};

}  // namespace cub
