#include "grid.hpp"

#include <oneapi/tbb/blocked_range.h>
#include <oneapi/tbb/info.h>
#include <oneapi/tbb/parallel_for.h>
#include <oneapi/tbb/task_arena.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdint>
#include <mutex>
#include <new>
#include <system_error>
#include <utility>

#include "base/environment.hpp"
#include "block_runner.hpp"
#include "cooperative_grid.hpp"
#include "cpu/base/sanitizer/thread_sanitizer.hpp"
#include "cpu/base/shutdown.hpp"
#include "unordered_blocks.hpp"

namespace duet::cpu {

namespace {

using Clock = std::chrono::steady_clock;

// In nanoseconds. Waking other cores takes some 10 µs: shorter grids run on the calling thread.
constexpr double worth_spreading = 30'000;
constexpr double chunk_time = 20'000;

double since(Clock::time_point start) {
  return std::chrono::duration<double, std::nano>(Clock::now() - start).count();
}

/// Whether $DUET_CPU_BLOCK_ORDER is "backwards": blocks run one after the other from the last to
/// the first, to test whether results depend on the order.
bool runs_backwards() {
  static const bool result = accepted_value("DUET_CPU_BLOCK_ORDER") == "backwards";
  return result;
}

bool has_other_cores() {
  static const bool result = oneapi::tbb::info::default_concurrency() > 1;
  return result && !is_shutting_down();  // oneTBB's scheduler may be gone
}

/// The arena of all streams, so that together they use no more threads than the machine has cores.
/// Never destroyed: streams may run until the process ends.
oneapi::tbb::task_arena& cores() {
  static auto& arena = *new oneapi::tbb::task_arena;
  return arena;
}

class GridRun {
 public:
  explicit GridRun(const Grid& grid)
      : grid_(grid),
        blocks_(grid.blocks()),
        block_cost_(double{grid.function->thread_nanoseconds.load(std::memory_order_relaxed)} *
                    threads()) {}

  Outcome run() {
    if (thread_sanitizer() != nullptr) return run_with_sanitizer();
    if (runs_backwards()) return run_backwards();
    const LoadedCode& code = *grid_.function->code;
    const std::unique_lock alone = code.run_alone();
    const bool may_spread = blocks_ > 1 && !code.runs_alone() && has_other_cores();
    // The first blocks show how long a block takes; later launches know it.
    std::uint64_t slice = block_cost_ == 0 ? 1 : blocks_in(worth_spreading);
    while (done_ < blocks_ && !must_stop()) {
      const std::uint64_t left = blocks_ - done_;
      if (may_spread && left > 1 && block_cost_ * static_cast<double>(left) > worth_spreading) {
        spread();
        return result();
      }
      const std::uint64_t count = std::min(left, slice);
      learn(timed(done_, count), count);
      done_ += count;
      slice *= 4;
    }
    return done_ < blocks_ ? result() : std::move(failure_);
  }

 private:
  Outcome run_with_sanitizer() {
    LaunchOrder launch;
    run_unordered(blocks_, std::uint64_t{grid_.block.x} * grid_.block.y * grid_.block.z,
                  [&](std::uint64_t block) {
                    if (must_stop()) return;
                    TsanAnnotations& order = BlockRunner::of_this_thread().order();
                    order.begin_launch(launch);
                    (void)timed(block, 1);
                    order.end_launch(launch);
                  });
    return result();
  }

  Outcome run_backwards() {
    for (std::uint64_t block = blocks_; block-- > 0 && !must_stop();) (void)timed(block, 1);
    return result();
  }

  bool must_stop() const {
    return failed_.load(std::memory_order_relaxed) || (is_shutting_down() && !is_late_);
  }
  /// What a run that the end of the process interrupted returns: `done` blocks of the grid have
  /// run.
  Outcome result() {
    if (!failed_.load() && is_shutting_down() && !is_late_) {
      keep({Status::launch_failed, "the process ends while the kernel runs"});
    }
    return std::move(failure_);
  }

  double threads() const { return double(grid_.block.x) * grid_.block.y * grid_.block.z; }

  std::uint64_t blocks_in(double nanoseconds) const {
    const double count = std::min(nanoseconds / block_cost_, static_cast<double>(blocks_));
    return std::max<std::uint64_t>(1, static_cast<std::uint64_t>(count));
  }

  void learn(double nanoseconds, std::uint64_t count) {
    block_cost_ = std::max(nanoseconds / static_cast<double>(count), 1e-3);
    grid_.function->thread_nanoseconds.store(static_cast<float>(block_cost_ / threads()),
                                             std::memory_order_relaxed);
  }

  /// Runs consecutive blocks. @returns their time in nanoseconds
  double timed(std::uint64_t first, std::uint64_t count) {
    const Clock::time_point start = Clock::now();
    Outcome outcome = BlockRunner::of_this_thread().run(*grid_.function, grid_.task(first, count),
                                                        grid_.shared_bytes);
    if (outcome.failed()) [[unlikely]] {
      keep(std::move(outcome));
    }
    return since(start);
  }

  /// Keeps the first failure.
  void keep(Outcome outcome) {
    if (!failed_.exchange(true)) failure_ = grid_.failure(std::move(outcome));
  }

  void spread() {
    namespace tbb = oneapi::tbb;
    const std::uint64_t grain = std::min(blocks_in(chunk_time), blocks_ - done_);
    std::atomic<std::uint64_t> total{0};
    // Isolated: a waiting thread must not take up unrelated tasks, which could wait for the stream
    // that this thread runs.
    cores().execute([&] {
      tbb::this_task_arena::isolate([&] {
        tbb::parallel_for(tbb::blocked_range<std::uint64_t>(done_, blocks_, grain),
                          [&](const tbb::blocked_range<std::uint64_t>& range) {
                            if (must_stop()) return;
                            const double time = timed(range.begin(), range.size());
                            total.fetch_add(static_cast<std::uint64_t>(time),
                                            std::memory_order_relaxed);
                          });
      });
    });
    learn(static_cast<double>(total.load()), blocks_ - done_);
  }

  const Grid& grid_;
  const bool is_late_ = is_shutting_down();  ///< started by a destructor of a static object
  const std::uint64_t blocks_;
  double block_cost_;  ///< in nanoseconds; 0 if unknown
  std::uint64_t done_ = 0;
  std::atomic<bool> failed_{false};
  Outcome failure_{};
};

}  // namespace

Outcome run_grid(const Grid& grid) noexcept {
  try {
    return grid.cooperative ? run_cooperative(grid) : GridRun(grid).run();
  } catch (const std::bad_alloc&) {
    return {Status::out_of_memory,
            "there is not enough memory or address space (ulimit -v) for the stacks and the shared "
            "memory of the kernel's threads, or the system's limit of memory mappings "
            "(vm.max_map_count) is reached"};
  } catch (const std::system_error&) {
    return {
        Status::launch_failed,
        "the system refuses the threads that a cooperative grid needs, one for each block: raise "
        "the limit of threads (ulimit -u, or the container's), or launch fewer blocks"};
  } catch (...) {
    return Status::launch_failed;
  }
}

}  // namespace duet::cpu
