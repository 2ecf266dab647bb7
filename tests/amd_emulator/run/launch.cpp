#include "run/launch.hpp"

#include <fmt/format.h>

#include <atomic>
#include <exception>
#include <mutex>
#include <thread>
#include <vector>

#include "base/fault.hpp"
#include "machine/race_detector.hpp"
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

/// What the threads that run a grid share.
struct Grid {
  Program& program;
  const KernelInfo& kernel;
  const Launch& launch;
  const KernelMemory& kernel_memory;
  const Memory& memory;
  const RunOptions& options;
  RaceDetector& races;
  u64 blocks;
  std::atomic<u64> next{0};
  std::atomic<bool> has_failed{false};
  std::atomic_flag noted{};  ///< A block that runs for long has been named.

  std::unique_ptr<BlockRunner> runner() {
    auto made = std::make_unique<BlockRunner>(program, kernel, launch, kernel_memory, memory,
                                              options, noted);
    // Blocks of cooperative grids order their accesses by atomic operations.
    if (options.detects_races && !options.is_cooperative) made->detect_races(races);
    return made;
  }
};

/// Runs one block after the other.
RunCounts run_blocks(Grid& grid) {
  const auto runner = grid.runner();
  for (u64 block = grid.next++; block < grid.blocks && !grid.has_failed; block = grid.next++)
    runner->run(block);
  return runner->counts();
}

/// Runs each `threads`-th block, all of them in turns.
RunCounts run_together(Grid& grid, u64 first, u64 threads) {
  std::vector<std::unique_ptr<BlockRunner>> running;
  for (u64 block = first; block < grid.blocks; block += threads) {
    running.push_back(grid.runner());
    running.back()->start(block);
  }
  RunCounts counts;
  while (!running.empty() && !grid.has_failed) {
    std::erase_if(running, [&](const auto& runner) {
      if (runner->step()) return false;
      counts += runner->counts();
      return true;
    });
  }
  return counts;
}

}  // namespace

RunCounts run_kernel(Program& program, const KernelInfo& kernel, const Launch& launch,
                     Memory& memory, const RunOptions& options) {
  check(kernel, launch);
  const KernelMemory kernel_memory(kernel, launch, memory);
  RaceDetector races;
  Grid grid{.program = program,
            .kernel = kernel,
            .launch = launch,
            .kernel_memory = kernel_memory,
            .memory = memory,
            .options = options,
            .races = races,
            .blocks = u64{launch.grid[0]} * launch.grid[1] * launch.grid[2]};
  const u64 threads = std::min<u64>(options.threads, grid.blocks);
  std::mutex mutex;
  std::exception_ptr error;
  RunCounts counts;
  const auto work = [&](u64 thread) {
    try {
      thread_approximation() = options.approximation;
      const RunCounts own =
          options.is_cooperative ? run_together(grid, thread, threads) : run_blocks(grid);
      const std::scoped_lock lock(mutex);
      counts += own;
    } catch (...) {
      grid.has_failed = true;
      const std::scoped_lock lock(mutex);
      if (!error) error = std::current_exception();
    }
  };
  {
    std::vector<std::jthread> others;
    for (u64 i = 1; i < threads; ++i) others.emplace_back(work, i);
    work(0);
  }
  if (error) std::rethrow_exception(error);
  return counts;
}

}  // namespace amd_emulator
