#pragma once

#include <atomic>
#include <mutex>
#include <thread>

namespace duet {

/// Something that is done once, by whoever comes first; others wait for it. After an exception the
/// next one does it. std::call_once promises the same, but hangs after an exception under
/// ThreadSanitizer. Thread-safety: all members.
class RetriedOnce {
 public:
  /// @returns false if this thread is at it already, so that waiting would never end
  template <typename Action>
  bool run(const Action& action) {
    if (is_done()) return true;
    const std::thread::id self = std::this_thread::get_id();
    if (at_it_.load(std::memory_order_relaxed) == self) return false;
    const std::lock_guard lock(mutex_);
    if (done_.load(std::memory_order_relaxed)) return true;
    const Mark mark(at_it_, self);
    action();
    done_.store(true, std::memory_order_release);
    return true;
  }
  bool is_done() const noexcept { return done_.load(std::memory_order_acquire); }

 private:
  struct Mark {
    Mark(std::atomic<std::thread::id>& place, std::thread::id self) : at_it(place) {
      at_it.store(self, std::memory_order_relaxed);
    }
    Mark(const Mark&) = delete;
    Mark& operator=(const Mark&) = delete;
    ~Mark() { at_it.store({}, std::memory_order_relaxed); }
    std::atomic<std::thread::id>& at_it;
  };

  std::atomic<bool> done_{false};
  std::atomic<std::thread::id> at_it_{};
  std::mutex mutex_{};
};

}  // namespace duet
