#pragma once

#include <duet/device/thread.hpp>

namespace duet {

/// Where the blocks of a grid meet, in global memory; zero before the first use. The host has the
/// same structure (duet/grid_barrier.hpp).
struct GridBarrier {
  unsigned arrived;  ///< blocks that wait, in the present turn
  unsigned turn;     ///< how often all blocks have met
};

/// The blocks of the grid.
__device__ inline uint64_t grid_blocks() { return uint64_t(gridDim.x) * gridDim.y * gridDim.z; }

/// Waits until every thread of every block of the grid is here; memory written before is visible to
/// all of them after. For cooperative launches only, in which all blocks are alive at once. Every
/// thread of a block must come here together, as to `barrier`. Inline, since on CPU a function that
/// asks for its thread's index keeps other kernels of the source from being vectorised.
__device__ __forceinline__ void grid_barrier(GridBarrier* barrier,
                                             vendor::Place place = vendor::here()) {
  // Fences by every thread and not by one of a block: on some GPUs a block spans several caches.
  vendor::device_fence();
  vendor::block_barrier(place);
  if (thread_in_block() == 0) {
    const unsigned turn = atomicAdd(&barrier->turn, 0u);
    vendor::device_fence();
    if (atomicAdd(&barrier->arrived, 1u) + 1 == grid_blocks()) {
      atomicExch(&barrier->arrived, 0u);
      vendor::device_fence();
      atomicAdd(&barrier->turn, 1u);
      vendor::announce_change();
    } else {
      vendor::await_change(&barrier->turn, turn, place);
    }
    vendor::device_fence();
  }
  vendor::block_barrier(place);
  vendor::device_fence();
}

}  // namespace duet
