#include "device_wait.hpp"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdint>
#include <mutex>
#include <vector>

#include <duet/device_wait.hpp>

namespace duet {

namespace {

using Clock = std::chrono::steady_clock;

/// What a thread waits for.
struct Waiter {
  std::atomic<const detail::DeviceState*> device{nullptr};
  std::atomic<Clock::rep> since{0};
};

/// The threads that have waited and still exist. Never destroyed: threads end after it.
class Waiters {
 public:
  static Waiters& instance() {
    static auto& waiters = *new Waiters;
    return waiters;
  }

  void add(const Waiter& waiter) {
    const std::lock_guard lock(mutex_);
    waiters_.push_back(&waiter);
  }
  void remove(const Waiter& waiter) noexcept {
    const std::lock_guard lock(mutex_);
    std::erase(waiters_, &waiter);
  }
  Clock::duration longest(const detail::DeviceState& device) noexcept {
    const Clock::rep now = Clock::now().time_since_epoch().count();
    Clock::rep longest = 0;
    const std::lock_guard lock(mutex_);
    for (const Waiter* waiter : waiters_) {
      const Clock::rep since = waiter->since.load();
      if (waiter->device.load() == &device && since != 0) longest = std::max(longest, now - since);
    }
    return Clock::duration(longest);
  }

 private:
  std::mutex mutex_{};
  std::vector<const Waiter*> waiters_{};
};

/// A thread's own waiter.
struct OwnWaiter {
  OwnWaiter() { Waiters::instance().add(waiter); }
  OwnWaiter(const OwnWaiter&) = delete;
  OwnWaiter& operator=(const OwnWaiter&) = delete;
  ~OwnWaiter() { Waiters::instance().remove(waiter); }
  Waiter waiter{};
};

Waiter& own_waiter() {
  thread_local OwnWaiter own;
  return own.waiter;
}

}  // namespace

bool detail::DeviceWait::begin(const DeviceState& device) noexcept try {
  Waiter& waiter = own_waiter();
  if (waiter.since.load(std::memory_order_relaxed) != 0) return false;
  waiter.device.store(&device);
  waiter.since.store(Clock::now().time_since_epoch().count());
  return true;
} catch (...) {
  return false;  // no memory
}

void detail::DeviceWait::end() noexcept { own_waiter().since.store(0); }

std::chrono::nanoseconds longest_wait(const Device& device) noexcept {
  detail::DeviceWait::measure();
  return Waiters::instance().longest(device.state());
}

}  // namespace duet
