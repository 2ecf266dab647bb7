#pragma once

#include <atomic>
#include <mutex>
#include <thread>

namespace duet {

/// Runs an action exactly once. Concurrent callers block until it is done. After an exception, the
/// next caller runs it again. std::call_once promises the same, but under ThreadSanitizer it hangs
/// after an exception. Thread-safety: all members can be called from any thread.
class RetriedOnce {
 public:
  /// @returns false for a recursive call, which would deadlock otherwise
  template <typename Action>
  bool run(const Action& action) {
    if (is_done()) return true;
    const std::thread::id self = std::this_thread::get_id();
    if (runner_.load(std::memory_order_relaxed) == self) return false;
    const std::lock_guard lock(mutex_);
    if (done_.load(std::memory_order_relaxed)) return true;
    const RunnerScope scope(runner_, self);
    action();
    done_.store(true, std::memory_order_release);
    return true;
  }
  bool is_done() const noexcept { return done_.load(std::memory_order_acquire); }

 private:
  struct RunnerScope {
    RunnerScope(std::atomic<std::thread::id>& variable, std::thread::id self) : runner(variable) {
      runner.store(self, std::memory_order_relaxed);
    }
    RunnerScope(const RunnerScope&) = delete;
    RunnerScope& operator=(const RunnerScope&) = delete;
    ~RunnerScope() { runner.store({}, std::memory_order_relaxed); }
    std::atomic<std::thread::id>& runner;
  };

  std::atomic<bool> done_{false};
  std::atomic<std::thread::id> runner_{};
  std::mutex mutex_{};
};

}  // namespace duet
