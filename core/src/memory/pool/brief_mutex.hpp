#pragma once

#include <atomic>

namespace duet::pool {

/// A mutex for sections that hardly ever meet. It costs half of what std::mutex does: no thread
/// is woken, so that unlocking is a plain store. Threads that must wait look again and again, and
/// sleep between if that takes long. A Lockable of the standard.
class BriefMutex {
 public:
  BriefMutex() = default;
  BriefMutex(const BriefMutex&) = delete;
  BriefMutex& operator=(const BriefMutex&) = delete;
  ~BriefMutex() = default;

  void lock() noexcept {
    if (is_locked_.exchange(true, std::memory_order_acquire)) [[unlikely]] {
      wait();
    }
  }
  bool try_lock() noexcept {
    return !is_locked_.load(std::memory_order_relaxed) &&
           !is_locked_.exchange(true, std::memory_order_acquire);
  }
  void unlock() noexcept { is_locked_.store(false, std::memory_order_release); }

 private:
  void wait() noexcept;

  std::atomic<bool> is_locked_{false};
};

}  // namespace duet::pool
