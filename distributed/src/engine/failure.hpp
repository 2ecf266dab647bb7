#pragma once

#include <atomic>
#include <mutex>
#include <string>

#include <duet/error.hpp>

namespace duet::detail {

/// The first failure of a communicator. Thread-safety: all members.
class Failure {
 public:
  /// Keeps a failure, unless there is one.
  /// @returns whether there was none
  bool set(ErrorCode code, const std::string& text);
  bool is_set() const noexcept { return is_set_.load(std::memory_order_acquire); }
  /// @throws Error  the failure, if there is one
  void check() const;

 private:
  mutable std::mutex mutex_{};
  ErrorCode code_ = ErrorCode::internal;
  std::string text_{};
  std::atomic<bool> is_set_{false};
};

}  // namespace duet::detail
