#pragma once

#include <cub/util_type.cuh>

namespace cub {

/// Where items of a block's threads lie in shared memory, so that the threads of one warp can each
/// combine a segment of them without conflicts of banks.
template <typename T, int BLOCK_THREADS, int LEGACY_PTX_ARCH = 0>
struct BlockRakingLayout {
  enum {
    SHARED_ELEMENTS = BLOCK_THREADS,
    MAX_RAKING_THREADS = BLOCK_THREADS < 32 ? BLOCK_THREADS : 32,
    SEGMENT_LENGTH = (SHARED_ELEMENTS + MAX_RAKING_THREADS - 1) / MAX_RAKING_THREADS,
    RAKING_THREADS = (SHARED_ELEMENTS + SEGMENT_LENGTH - 1) / SEGMENT_LENGTH,
    /// Segments whose length is even are one item longer.
    USE_SEGMENT_PADDING = SEGMENT_LENGTH > 2 && SEGMENT_LENGTH % 2 == 0,
    GRID_ELEMENTS = RAKING_THREADS * (SEGMENT_LENGTH + USE_SEGMENT_PADDING),
    /// Whether all segments are full.
    UNGUARDED = SHARED_ELEMENTS % RAKING_THREADS == 0
  };

  struct _TempStorage {
    T buff[GRID_ELEMENTS];
  };
  struct TempStorage : Uninitialized<_TempStorage> {};

  /// The place of a thread's item.
  __device__ __forceinline__ static T* PlacementPtr(TempStorage& storage, unsigned thread) {
    const unsigned padding = USE_SEGMENT_PADDING ? thread / SEGMENT_LENGTH : 0;
    return storage.Alias().buff + thread + padding;
  }
  /// The first item of the segment of a thread that combines one.
  __device__ __forceinline__ static T* RakingPtr(TempStorage& storage, unsigned thread) {
    return storage.Alias().buff + thread * (SEGMENT_LENGTH + USE_SEGMENT_PADDING);
  }
};

}  // namespace cub
