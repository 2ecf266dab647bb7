#pragma once

#include <atomic>
#include <memory>
#include <mutex>
#include <utility>

namespace duet::cpu {

class Capture;

/// The capture that a stream belongs to, if any. Read at each submission.
/// Thread-safety: all members.
class CaptureSlot {
 public:
  std::shared_ptr<Capture> get() const {
    if (!is_taken_.load(std::memory_order_relaxed)) return nullptr;
    const std::lock_guard lock(mutex_);
    return capture_;
  }
  void set(std::shared_ptr<Capture> capture) {
    const std::lock_guard lock(mutex_);
    is_taken_.store(capture != nullptr, std::memory_order_relaxed);
    capture_.swap(capture);
  }

 private:
  std::atomic<bool> is_taken_{false};
  mutable std::mutex mutex_{};
  std::shared_ptr<Capture> capture_{};
};

}  // namespace duet::cpu
