#pragma once

#include <duet/device/integers.hpp>
#include <duet/device/vendor/select.hpp>

namespace duet {

/// Number of threads that execute together: 32 on NVIDIA, 32 or 64 on AMD, either on CPU. Do not
/// assume 32.
inline constexpr int wave_size = vendor::wave_size;

/// Waits until every thread of the block that has not exited has called it. Memory written before
/// is visible to all of them afterwards.
__device__ inline void barrier(vendor::Place place = vendor::here()) {
  vendor::block_barrier(place);
}

/// The thread's index in its block; x varies fastest.
__device__ inline unsigned thread_in_block() {
  return threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z);
}
/// The block's index in the grid; x varies fastest.
__device__ inline uint64_t block_in_grid() {
  return blockIdx.x + uint64_t(gridDim.x) * (blockIdx.y + uint64_t(gridDim.y) * blockIdx.z);
}
/// Number of threads in the block.
__device__ inline unsigned block_threads() { return blockDim.x * blockDim.y * blockDim.z; }
/// The thread's index in the grid: blocks in the order of `block_in_grid`, each with its threads in
/// the order of `thread_in_block`.
__device__ inline uint64_t thread_in_grid() {
  return block_in_grid() * block_threads() + thread_in_block();
}

}  // namespace duet
