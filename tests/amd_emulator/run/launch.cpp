#include "run/launch.hpp"

#include <fmt/format.h>

#include <atomic>
#include <exception>
#include <mutex>
#include <thread>
#include <vector>

#include "base/fault.hpp"
#include "run/block_runner.hpp"

namespace amd_emulator {
namespace {

void check(const KernelInfo& kernel, const Launch& launch) {
  u64 threads = 1;
  for (std::size_t axis = 0; axis < 3; ++axis) {
    if (launch.grid[axis] == 0 || launch.block[axis] == 0)
      throw Fault(fmt::format("kernel '{}': a grid or block without threads", kernel.name));
    threads *= launch.block[axis];
  }
  if (threads > kernel.max_threads) {
    throw Fault(fmt::format("kernel '{}': {} threads in a block, at most {} are possible",
                            kernel.name, threads, kernel.max_threads));
  }
}

}  // namespace

RunCounts run_kernel(Program& program, const KernelInfo& kernel, const Launch& launch,
                     Memory& memory, const RunOptions& options) {
  check(kernel, launch);
  const KernelMemory kernel_memory(kernel, launch, memory);
  const u64 blocks = u64{launch.grid[0]} * launch.grid[1] * launch.grid[2];
  std::atomic<u64> next{0};
  std::mutex mutex;
  std::exception_ptr error;
  RunCounts counts;
  const auto work = [&] {
    try {
      BlockRunner runner(program, kernel, launch, kernel_memory, memory, options);
      for (u64 block = next++; block < blocks; block = next++) runner.run(block);
      const std::scoped_lock lock(mutex);
      counts.instructions += runner.counts().instructions;
      counts.waves += runner.counts().waves;
    } catch (...) {
      next = blocks;
      const std::scoped_lock lock(mutex);
      if (!error) error = std::current_exception();
    }
  };
  {
    std::vector<std::jthread> others;
    for (u64 i = 1; i < std::min<u64>(options.threads, blocks); ++i) others.emplace_back(work);
    work();
  }
  if (error) std::rethrow_exception(error);
  return counts;
}

}  // namespace amd_emulator
