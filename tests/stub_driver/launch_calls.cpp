// Entry points that accept launches, and occupancy.

#include <algorithm>

#include "cpu/stream/submit.hpp"
#include "entry.hpp"
#include "module.hpp"

using namespace stub_driver;

namespace {

constexpr int multiprocessors = 4;

int blocks_of_multiprocessor(int threads) {
  return threads <= 0 || threads > static_cast<int>(most_threads) ? 0 : 2048 / threads;
}

CUresult submit(const cpu::KernelNodeParameters& launch, CUstream stream) {
  if (!is_possible(launch)) return CUDA_ERROR_INVALID_VALUE;
  return to_cuda(cpu::submit_new<LaunchOperation>(to_cpu(stream), launch));
}

}  // namespace

CUresult cuLaunchKernel(CUfunction function, unsigned int grid_x, unsigned int grid_y,
                        unsigned int grid_z, unsigned int block_x, unsigned int block_y,
                        unsigned int block_z, unsigned int shared_bytes, CUstream stream,
                        void** values, void**) {
  return entry([&] {
    return submit({.function = to_cpu(function),
                   .grid = {grid_x, grid_y, grid_z},
                   .block = {block_x, block_y, block_z},
                   .shared_bytes = shared_bytes,
                   .values = values},
                  stream);
  });
}

CUresult cuLaunchCooperativeKernel(CUfunction function, unsigned int grid_x, unsigned int grid_y,
                                   unsigned int grid_z, unsigned int block_x, unsigned int block_y,
                                   unsigned int block_z, unsigned int shared_bytes, CUstream stream,
                                   void** values) {
  const auto threads = static_cast<int>(block_x * block_y * block_z);
  const auto most = static_cast<unsigned>(multiprocessors * blocks_of_multiprocessor(threads));
  if (grid_x * grid_y * grid_z > most) return CUDA_ERROR_COOPERATIVE_LAUNCH_TOO_LARGE;
  return cuLaunchKernel(function, grid_x, grid_y, grid_z, block_x, block_y, block_z, shared_bytes,
                        stream, values, nullptr);
}

CUresult cuLaunchKernelEx(const CUlaunchConfig* launch, CUfunction function, void** values,
                          void**) {
  return cuLaunchKernel(function, launch->gridDimX, launch->gridDimY, launch->gridDimZ,
                        launch->blockDimX, launch->blockDimY, launch->blockDimZ,
                        launch->sharedMemBytes, launch->hStream, values, nullptr);
}

CUresult cuOccupancyMaxActiveBlocksPerMultiprocessor(int* blocks, CUfunction function, int threads,
                                                     std::size_t) {
  if (blocks == nullptr || function == nullptr || threads <= 0) return CUDA_ERROR_INVALID_VALUE;
  *blocks = blocks_of_multiprocessor(threads);
  return CUDA_SUCCESS;
}

CUresult cuOccupancyMaxPotentialBlockSize(int* blocks, int* threads, CUfunction function,
                                          CUoccupancyB2DSize, std::size_t, int limit) {
  const int most = to_cpu(function)->info.max_threads.value_or(static_cast<int>(most_threads));
  *threads = limit <= 0 ? most : std::min(limit, most);
  *blocks = multiprocessors * blocks_of_multiprocessor(*threads);
  return CUDA_SUCCESS;
}

CUresult cuOccupancyMaxActiveClusters(int* clusters, CUfunction, const CUlaunchConfig*) {
  *clusters = multiprocessors;
  return CUDA_SUCCESS;
}
CUresult cuOccupancyMaxPotentialClusterSize(int* blocks, CUfunction, const CUlaunchConfig*) {
  *blocks = 8;
  return CUDA_SUCCESS;
}
