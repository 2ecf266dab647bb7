#pragma once

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <memory>
#include <mutex>

#include "stream.hpp"
#include "stream_list.hpp"

namespace duet::cpu {

/// Background threads that execute streams for which no thread waits. One of them polls the list of
/// streams; when it finds work, another one takes over polling. It polls often while work waits,
/// less and less often while synchronising threads do all the work, and sleeps while nothing is
/// submitted, so that a launch rarely has to wake a thread. Thread-safety: all members.
class Workers {
 public:
  static Workers& instance();

  /// Call after each submission. Cheap unless all workers sleep.
  void work_submitted() noexcept { wake_if(Rest::asleep); }
  /// Call when a thread queries progress without waiting.
  void progress_wanted() noexcept { wake_if(Rest::drowsy); }

 private:
  /// The polling worker's rest: drowsy is woken by queries, asleep also by submissions.
  enum class Rest { awake, drowsy, asleep };

  Workers();

  void wake_if(Rest least) noexcept {
    // Pairs with the fence in falls_asleep: either the worker sees the submission, or this sees
    // that it sleeps.
    std::atomic_thread_fence(std::memory_order_seq_cst);
    if (rest_.load(std::memory_order_relaxed) >= least) wake();
  }
  void wake() noexcept;
  void add_thread();
  void work() noexcept;
  std::shared_ptr<Stream> poll(std::unique_lock<std::mutex>& lock);
  bool falls_asleep(const StreamList::Survey& before);
  void rest(std::unique_lock<std::mutex>& lock, std::chrono::microseconds time, Rest depth);
  void hand_over_polling();
  void finish_pending() noexcept;
  void stop() noexcept;

  const int most_threads_;
  std::mutex mutex_{};               ///< guards what is not atomic; private functions require it
  std::condition_variable woken_{};  ///< for the polling worker
  std::condition_variable turn_{};   ///< for workers that wait to poll
  std::condition_variable ended_{};
  std::atomic<Rest> rest_{Rest::asleep};
  bool has_poller_ = false;
  bool stopping_ = false;
  int threads_ = 0;
  int waiting_ = 0;
  int unneeded_ = 0;  ///< consecutive surveys with new work, all of it done by other threads
};

}  // namespace duet::cpu
