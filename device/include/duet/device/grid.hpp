#pragma once

#include <duet/device/thread.hpp>

namespace duet {

/// A barrier for all blocks of a grid, in global memory; zero before the first use. The host has
/// the same structure (duet/grid_barrier.hpp).
struct GridBarrier {
  unsigned arrived;  ///< Blocks that wait; the highest bit flips when all have met.
  unsigned unused;   ///< Keeps the size.
};

/// Number of blocks in the grid.
__device__ inline uint64_t grid_blocks() { return uint64_t(gridDim.x) * gridDim.y * gridDim.z; }

/// Waits until every thread of every block of the grid has called it. Memory written before is
/// visible to all of them afterwards. For cooperative launches only. All threads of a block must
/// call it together, like `barrier`. A word whose highest bit flips with the last block serves all
/// turns, as in cooperative groups: each block needs one atomic operation.
/// @param barrier  in global memory; one for the grid
// Always inlined: on CPU, a function that asks for its thread's index keeps other kernels of the
// source from being vectorised.
__device__ __forceinline__ void grid_barrier(GridBarrier* barrier,
                                             vendor::Place place = vendor::here()) {
  constexpr unsigned flag = 0x80000000u;
  if (!vendor::block_shares_cache) vendor::device_fence();
  vendor::block_barrier(place);
  if (thread_in_block() == 0) {
    vendor::device_fence();
    // One block adds what makes the sum of all of them the flag, so that the last one flips it.
    const bool is_first = blockIdx.x + blockIdx.y + blockIdx.z == 0;
    const unsigned step = is_first ? flag - unsigned(grid_blocks() - 1) : 1;
    const unsigned before = atomicAdd(&barrier->arrived, step);
    if (((before ^ (before + step)) & flag) != 0) {
      vendor::announce_change();
    } else {
      vendor::await_change(&barrier->arrived, before, flag, place);
    }
    vendor::device_fence();
  }
  vendor::block_barrier(place);
  if (!vendor::block_shares_cache) vendor::device_fence();
}

}  // namespace duet
