#include "nccl/nccl_release.hpp"

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
  void begin() {
    const std::lock_guard lock(mutex_);
    ++count_;
  }
  void end() {
    const std::lock_guard lock(mutex_);
    --count_;
    has_ended_.notify_all();
  }
  void wait() {
    std::unique_lock lock(mutex_);
    (void)has_ended_.wait_for(lock, time_at_exit, [&] { return count_ == 0; });
  }

 private:
  static void wait_at_exit();

  std::mutex mutex_{};
  std::condition_variable has_ended_{};
  int count_ = 0;
};

/// Never destroyed: threads may still use it at exit.
Releases& releases() {
  static auto& all = *new Releases;
  return all;
}

void Releases::wait_at_exit() { releases().wait(); }

}  // namespace

void release_in_background(NcclStatus (*function)(NcclHandle*), NcclHandle* handle,
                           std::shared_ptr<const void> memory) noexcept {
  using Memory = std::shared_ptr<const void>;
  constexpr int attempts = 2;
  Releases& all = releases();
  all.begin();
  // The thread must hold the only reference, and only if it starts.
  Memory* const kept = new (std::nothrow) Memory(std::move(memory));
  for (int attempt = 0; attempt < attempts && kept != nullptr; ++attempt) {
    try {
      return std::thread([function, handle, kept, &all] {
               (void)function(handle);
               delete kept;
               all.end();
             })
          .detach();
    } catch (const std::exception&) {
      // No memory, or too many threads: perhaps another one has just ended.
    }
  }
  all.end();  // the communicator stays, and its memory with it
  if (kept != nullptr) return;
  alignas(Memory) static std::byte storage[sizeof(Memory)];
  new (storage) Memory(std::move(memory));
}

}  // namespace duet::detail
