#pragma once

#include <atomic>
#include <condition_variable>
#include <memory>
#include <mutex>

#include "stream.hpp"

namespace duet::cpu {

/// Background threads that run streams nobody waits for. One of them looks around now and then
/// while there is activity, and sleeps otherwise; when it finds work, another takes over looking.
/// Thread-safety: all members.
class Workers {
 public:
  static Workers& instance();

  /// To be called after each submission. Costs little unless everybody sleeps.
  void work_submitted() noexcept {
    // Pairs with the fence of the worker that goes to sleep: it sees the submission, or this sees
    // that it sleeps.
    std::atomic_thread_fence(std::memory_order_seq_cst);
    if (asleep_.load(std::memory_order_relaxed)) wake();
  }

 private:
  Workers();

  void wake() noexcept;
  void add_thread();  // with mutex_ held
  void work() noexcept;
  std::shared_ptr<Stream> look(std::unique_lock<std::mutex>& lock);
  void hand_over_looking();
  void stop() noexcept;

  const int most_threads_;
  std::mutex mutex_{};
  std::condition_variable activity_{};  ///< for the one that looks
  std::condition_variable turn_{};      ///< for those that wait to look
  std::condition_variable ended_{};
  std::atomic<bool> asleep_{true};
  bool somebody_looks_ = false;
  bool stopping_ = false;
  int threads_ = 0;
  int waiting_ = 0;
};

}  // namespace duet::cpu
