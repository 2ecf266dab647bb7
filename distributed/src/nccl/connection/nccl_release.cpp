#include "nccl/connection/nccl_release.hpp"

#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <cstdlib>
#include <exception>
#include <mutex>
#include <new>
#include <thread>
#include <utility>

namespace duet::detail {

namespace {

constexpr std::chrono::seconds time_at_exit{2};

/// The communicators that are being ended.
class Releases {
 public:
  Releases() { (void)std::atexit(wait_at_exit); }

  void add(std::unique_ptr<NcclRelease> release) noexcept {
    {
      const std::lock_guard lock(mutex_);
      ++count_;
      release->next = std::move(waiting_);
      waiting_ = std::move(release);
    }
    start_thread();
  }

 private:
  static void wait_at_exit();

  void start_thread() noexcept {
    constexpr int attempts = 2;
    for (int attempt = 0; attempt < attempts; ++attempt) {
      try {
        return std::thread([this] { run(); }).detach();
      } catch (const std::exception&) {
        // No memory, or too many threads: perhaps another one has just ended.
      }
    }
  }
  /// Ends what waits, the newest first: that of this thread's own call.
  void run() noexcept {
    while (std::unique_ptr<NcclRelease> release = take()) {
      release->ranks->end(*release->rank, release->function, release->handle);
      release.reset();
      const std::lock_guard lock(mutex_);
      --count_;
      changed_.notify_all();
    }
  }
  /// The first that need not wait for another one. @returns null if there is none
  std::unique_ptr<NcclRelease> take() noexcept {
    const std::lock_guard lock(mutex_);
    std::unique_ptr<NcclRelease>* place = &waiting_;
    while (*place != nullptr && !is_ready(**place)) place = &(*place)->next;
    std::unique_ptr<NcclRelease> found = std::move(*place);
    if (found != nullptr) *place = std::move(found->next);
    return found;
  }
  static bool is_ready(const NcclRelease& release) noexcept {
    return release.after == nullptr || release.after->has_ended();
  }
  void wait() {
    std::unique_lock lock(mutex_);
    if (waiting_ != nullptr) {
      lock.unlock();
      start_thread();
      lock.lock();
    }
    (void)changed_.wait_for(lock, time_at_exit, [&] { return count_ == 0; });
  }

  std::mutex mutex_{};
  std::condition_variable changed_{};
  std::unique_ptr<NcclRelease> waiting_{};  ///< a list of those that no thread has taken
  int count_ = 0;                           ///< of those that have not ended
};

/// Never destroyed: threads may still use it at exit. Made without memory, which may lack.
Releases& releases() {
  alignas(Releases) static std::byte storage[sizeof(Releases)];
  static Releases& all = *new (storage) Releases;
  return all;
}

void Releases::wait_at_exit() { releases().wait(); }

}  // namespace

void release_in_background(std::unique_ptr<NcclRelease> release) noexcept {
  releases().add(std::move(release));
}

}  // namespace duet::detail
