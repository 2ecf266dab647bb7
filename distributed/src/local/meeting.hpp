#pragma once

#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <functional>
#include <mutex>
#include <string>
#include <vector>

#include "engine/failure.hpp"

namespace duet::detail {

/// A point where the threads of all ranks meet, again and again. Thread-safety: all members.
class Meeting {
 public:
  /// @param failure  ends all waiting; set if a rank does not come; must outlive this
  Meeting(int size, Failure& failure)
      : failure_(failure), present_(static_cast<std::size_t>(size)) {}

  /// Blocks until all ranks have come.
  /// @param what     what the caller waits for, in words
  /// @param on_last  called by the last rank before any rank goes on; may be empty. If it sets the
  ///                 failure, no rank goes on
  /// @throws Error  the failure, unless it arises after all have come
  void arrive(int rank, const std::string& what, std::chrono::milliseconds timeout,
              const std::function<void()>& on_last = {});
  /// Blocks until all ranks have come, whatever fails meanwhile: for ranks that use each other's
  /// memory and certainly come.
  void arrive_surely();
  /// Ends waiting after the failure was set.
  void wake();

 private:
  void complete(bool goes_on);
  [[noreturn]] void time_out(int rank, const std::string& what, std::chrono::milliseconds timeout);

  Failure& failure_;
  std::mutex mutex_{};
  std::condition_variable changed_{};
  std::vector<char> present_;
  std::size_t count_ = 0;
  std::size_t generation_ = 0;
  bool goes_on_ = true;  ///< whether the ranks of the last meeting go on
};

}  // namespace duet::detail
