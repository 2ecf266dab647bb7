#pragma once

#include <duet/device/thread.hpp>

namespace duet {

/// A barrier for all blocks of a grid, in global memory; zero before the first use. The host has
/// the same structure (duet/grid_barrier.hpp).
struct GridBarrier {
  unsigned arrived;  ///< Blocks that wait in the present turn.
  unsigned turn;     ///< How often all blocks have met.
};

/// Number of blocks in the grid.
__device__ inline uint64_t grid_blocks() { return uint64_t(gridDim.x) * gridDim.y * gridDim.z; }

/// Waits until every thread of every block of the grid has called it. Memory written before is
/// visible to all of them afterwards. For cooperative launches only. All threads of a block must
/// call it together, like `barrier`.
/// @param barrier  in global memory; one for the grid
// Always inlined: on CPU, a function that asks for its thread's index keeps other kernels of the
// source from being vectorised.
__device__ __forceinline__ void grid_barrier(GridBarrier* barrier,
                                             vendor::Place place = vendor::here()) {
  // Every thread fences, not one for the block: on some GPUs a block spans several caches.
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
