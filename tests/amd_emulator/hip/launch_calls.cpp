// Entry points that launch kernels, and occupancy.

#include <algorithm>

#include "cpu/stream/submit.hpp"
#include "hip/device.hpp"
#include "hip/entry.hpp"
#include "hip/launch.hpp"

namespace amd_emulator {
namespace {

hipError_t launch(const LaunchCall& call, hipStream_t stream) {
  const hipError_t status = check_launch(call);
  if (status != hipSuccess) return status;
  return to_hip(cpu::submit_new<LaunchOperation>(to_cpu(stream), call));
}

/// The shape with the most threads on a multiprocessor; of several the one with the largest blocks.
void best_shape(int& blocks, int& threads, const KernelInfo& kernel, std::size_t shared_bytes,
                int limit) {
  const int lanes = kernel.descriptor.waves_of_32 ? 32 : 64;
  const int most = static_cast<int>(kernel.max_threads);
  blocks = 0;
  threads = 0;
  int best = 0;
  for (int tried = limit <= 0 ? most : std::min(limit, most); tried > 0;
       tried = (tried - 1) / lanes * lanes) {
    const int active = blocks_of_multiprocessor(kernel, static_cast<unsigned>(tried), shared_bytes);
    if (active * tried <= best) continue;
    best = active * tried;
    threads = tried;
    blocks = active * current_device().multiprocessors;
  }
}

}  // namespace
}  // namespace amd_emulator

using namespace amd_emulator;

hipError_t hipModuleLaunchKernel(hipFunction_t function, unsigned int grid_x, unsigned int grid_y,
                                 unsigned int grid_z, unsigned int block_x, unsigned int block_y,
                                 unsigned int block_z, unsigned int shared_bytes,
                                 hipStream_t stream, void** parameters, void** extra) {
  return entry([&] {
    return launch({.function = to_cpu(function),
                   .shape = {.grid = {grid_x, grid_y, grid_z},
                             .block = {block_x, block_y, block_z},
                             .shared_bytes = shared_bytes},
                   .values = parameters,
                   .extra = extra},
                  stream);
  });
}

hipError_t hipModuleLaunchCooperativeKernel(hipFunction_t function, unsigned int grid_x,
                                            unsigned int grid_y, unsigned int grid_z,
                                            unsigned int block_x, unsigned int block_y,
                                            unsigned int block_z, unsigned int shared_bytes,
                                            hipStream_t stream, void** parameters) {
  return entry([&] {
    return launch({.function = to_cpu(function),
                   .shape = {.grid = {grid_x, grid_y, grid_z},
                             .block = {block_x, block_y, block_z},
                             .shared_bytes = shared_bytes},
                   .values = parameters,
                   .is_cooperative = true},
                  stream);
  });
}

hipError_t hipModuleOccupancyMaxActiveBlocksPerMultiprocessor(int* blocks, hipFunction_t function,
                                                              int threads,
                                                              std::size_t shared_bytes) {
  return entry([&] {
    if (blocks == nullptr || function == nullptr || threads <= 0) return hipErrorInvalidValue;
    *blocks = blocks_of_multiprocessor(*to_cpu(function)->kernel, static_cast<unsigned>(threads),
                                       shared_bytes);
    return hipSuccess;
  });
}

hipError_t hipModuleOccupancyMaxPotentialBlockSize(int* blocks, int* threads,
                                                   hipFunction_t function, std::size_t shared_bytes,
                                                   int limit) {
  return entry([&] {
    if (blocks == nullptr || threads == nullptr || function == nullptr) return hipErrorInvalidValue;
    best_shape(*blocks, *threads, *to_cpu(function)->kernel, shared_bytes, limit);
    return hipSuccess;
  });
}
