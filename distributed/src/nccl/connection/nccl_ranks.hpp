#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "nccl/library/nccl_types.hpp"

namespace duet::detail {

/// What one rank does with its communicator. Thread-safety: all members.
class NcclRank {
 public:
  /// A call of NCCL, while it lives.
  class Call {
   public:
    explicit Call(NcclRank& rank) noexcept : rank_(rank) { ++rank_.call_number_; }
    Call(const Call&) = delete;
    Call& operator=(const Call&) = delete;
    ~Call() { ++rank_.call_number_; }

   private:
    NcclRank& rank_;
  };

  /// Counts the beginnings and ends of calls: odd during a call.
  std::uint64_t call_number() const noexcept { return call_number_.load(); }
  bool is_in_call() const noexcept { return call_number() % 2 == 1; }
  bool has_ended() const noexcept { return has_ended_.load(); }

  /// Whether a thread of the user waits for calls.
  std::atomic<bool> calls_are_awaited{false};

 private:
  friend class NcclRanks;
  enum class State : std::uint8_t { connecting, open, closed };

  std::atomic<std::uint64_t> call_number_{0};
  std::atomic<bool> has_ended_{false};
  State state_ = State::connecting;  ///< guarded by NcclRanks
};

/// The ranks of a communicator in this process. When the last of them ends, NCCL releases the
/// memory of all, also what calls of other threads still use. The end of any other one only tells
/// its own calls to end. Therefore a rank that is in a call ends before one that is not, and the
/// last one ends when no rank is in a call. Thread-safety: all members.
class NcclRanks {
 public:
  /// Adds a rank, whose communicator is not made yet.
  std::shared_ptr<NcclRank> add();
  /// Tells that the communicator is made. It must end by `end`.
  void open(NcclRank& rank) noexcept;
  /// Tells that no communicator is made.
  void close(NcclRank& rank) noexcept;
  /// Ends a rank's communicator when it may end. If no other rank can end the call that it is in,
  /// and the call is awaited, that is after a while.
  void end(NcclRank& rank, NcclStatus (*function)(NcclHandle*), NcclHandle* handle) noexcept;

 private:
  bool try_to_close(NcclRank& rank, bool is_overdue) noexcept;

  std::mutex mutex_{};
  std::vector<std::shared_ptr<NcclRank>> ranks_{};
  int ending_ = 0;  ///< how many are in `function`
};

/// The ranks of a communicator in this process.
/// @param communicator  its name, the same on all ranks
std::shared_ptr<NcclRanks> nccl_ranks(const std::string& communicator);

}  // namespace duet::detail
