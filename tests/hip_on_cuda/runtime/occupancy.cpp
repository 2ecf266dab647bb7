#include <algorithm>

#include "base/error.hpp"
#include "cuda/cuda_driver.hpp"
#include "objects/entry.hpp"
#include "objects/module.hpp"

// The counts are CUDA's, since the kernel runs there. Arguments are checked as by
// ihipOccupancyMaxActiveBlocksPerMultiprocessor of hip_platform.cpp.

namespace hip_on_cuda {
namespace {

const Function& function_to_count(hipFunction_t handle) {
  require(handle != nullptr);
  const Function& function = *function_at(handle);
  activate(*function.device);
  return function;
}

int blocks_per_multiprocessor(hipFunction_t handle, int threads, std::size_t shared_bytes) {
  const Function& function = function_to_count(handle);
  require(threads > 0);
  if (threads > max_threads_per_block) return 0;
  int blocks = 0;
  check(cuda().cuOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, function.handle, threads,
                                                           shared_bytes));
  return blocks;
}

void best_shape(int* blocks, int* threads, hipFunction_t handle, std::size_t shared_bytes,
                int limit) {
  require(blocks != nullptr && threads != nullptr);
  const Function& function = function_to_count(handle);
  const int most = limit <= 0 ? function.max_threads : std::min(limit, function.max_threads);
  check(cuda().cuOccupancyMaxPotentialBlockSize(blocks, threads, function.handle, nullptr,
                                                shared_bytes, most));
}

}  // namespace
}  // namespace hip_on_cuda

using namespace hip_on_cuda;

hipError_t hipModuleOccupancyMaxActiveBlocksPerMultiprocessor(int* blocks, hipFunction_t function,
                                                              int threads,
                                                              std::size_t shared_bytes) {
  return entry([&] {
    require(blocks != nullptr);
    *blocks = blocks_per_multiprocessor(function, threads, shared_bytes);
  });
}

hipError_t hipModuleOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(
    int* blocks, hipFunction_t function, int threads, std::size_t shared_bytes, unsigned int) {
  return hipModuleOccupancyMaxActiveBlocksPerMultiprocessor(blocks, function, threads,
                                                            shared_bytes);
}

hipError_t hipModuleOccupancyMaxPotentialBlockSize(int* blocks, int* threads,
                                                   hipFunction_t function, std::size_t shared_bytes,
                                                   int limit) {
  return entry([&] { best_shape(blocks, threads, function, shared_bytes, limit); });
}

hipError_t hipModuleOccupancyMaxPotentialBlockSizeWithFlags(int* blocks, int* threads,
                                                            hipFunction_t function,
                                                            std::size_t shared_bytes, int limit,
                                                            unsigned int) {
  return entry([&] { best_shape(blocks, threads, function, shared_bytes, limit); });
}
