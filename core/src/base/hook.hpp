#pragma once

#include <atomic>
#include <functional>
#include <memory>
#include <mutex>
#include <utility>

namespace duet {

/// Sets a flag of this thread. A second scope on the same thread is not the first one.
class ReentryGuard {
 public:
  explicit ReentryGuard(bool& flag) noexcept : flag_(flag), is_first_(!flag) { flag_ = true; }
  ReentryGuard(const ReentryGuard&) = delete;
  ReentryGuard& operator=(const ReentryGuard&) = delete;
  ~ReentryGuard() { flag_ = !is_first_; }

  bool is_first() const noexcept { return is_first_; }

 private:
  bool& flag_;
  bool is_first_;
};

/// A function that any thread can replace while others call it.
template <typename... Arguments>
class Hook {
 public:
  using Function = std::function<void(Arguments...)>;

  void set(Function function) {
    auto made = function ? std::make_shared<const Function>(std::move(function)) : nullptr;
    const std::lock_guard lock(mutex_);
    function_.swap(made);
    is_set_.store(function_ != nullptr, std::memory_order_release);
  }

  /// @returns whether a function is set; it is not called within itself on one thread
  bool call(Arguments... arguments) const noexcept {
    if (!is_set_.load(std::memory_order_acquire)) return false;
    static constinit thread_local bool is_active = false;
    const ReentryGuard guard(is_active);
    if (!guard.is_first()) return true;
    try {
      if (const auto function = get()) (*function)(arguments...);
    } catch (...) {
      // A hook that fails must not change what the library does.
    }
    return true;
  }

 private:
  std::shared_ptr<const Function> get() const {
    const std::lock_guard lock(mutex_);
    return function_;
  }

  mutable std::mutex mutex_{};
  std::shared_ptr<const Function> function_{};
  std::atomic<bool> is_set_{false};
};

}  // namespace duet
