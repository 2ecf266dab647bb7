#pragma once

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <memory>
#include <mutex>

#include "stream.hpp"
#include "stream_list.hpp"

namespace duet::cpu {

/// Background threads that run streams nobody waits for. One of them looks around; when it finds
/// work, another takes over looking. It looks often while work stands around, more and more seldom
/// while the threads that synchronise do everything themselves, and sleeps when nothing happens, so
/// that a launch seldom has to wake anybody.
/// Thread-safety: all members.
class Workers {
 public:
  static Workers& instance();

  /// To be called after each submission. Costs little unless everybody sleeps.
  void work_submitted() noexcept { wake_if(Rest::asleep); }
  /// To be called when somebody asks for progress but does not wait.
  void progress_wanted() noexcept { wake_if(Rest::drowsy); }

 private:
  /// How deep the one that looks around rests, and so what wakes it.
  enum class Rest { awake, drowsy, asleep };

  Workers();

  void wake_if(Rest least) noexcept {
    // Pairs with the fence of the worker that falls asleep: it sees what was submitted, or this
    // sees that it sleeps.
    std::atomic_thread_fence(std::memory_order_seq_cst);
    if (rest_.load(std::memory_order_relaxed) >= least) wake();
  }
  void wake() noexcept;
  void add_thread();
  void work() noexcept;
  std::shared_ptr<Stream> look(std::unique_lock<std::mutex>& lock);
  bool falls_asleep(const StreamList::Survey& before);
  void rest(std::unique_lock<std::mutex>& lock, std::chrono::microseconds time, Rest depth);
  void hand_over_looking();
  void stop() noexcept;

  const int most_threads_;
  std::mutex mutex_{};               ///< guards what is not atomic; private members need it locked
  std::condition_variable woken_{};  ///< for the one that looks
  std::condition_variable turn_{};   ///< for those that wait to look
  std::condition_variable ended_{};
  std::atomic<Rest> rest_{Rest::asleep};
  bool has_poller_ = false;
  bool stopping_ = false;
  int threads_ = 0;
  int waiting_ = 0;
  int unneeded_ = 0;  ///< looks in a row that found work submitted and all of it done
};

}  // namespace duet::cpu
