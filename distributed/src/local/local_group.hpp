#pragma once

#include <chrono>
#include <cstddef>
#include <memory>
#include <mutex>
#include <vector>

#include "engine/color_members.hpp"
#include "engine/engine.hpp"
#include "engine/failure.hpp"
#include "local/mailbox.hpp"
#include "local/meeting.hpp"

namespace duet::detail {

/// The ranks of one process, which share this. Thread-safety: all members, each rank from one
/// thread at a time.
class LocalGroup {
 public:
  LocalGroup(int size, std::chrono::milliseconds timeout);

  /// Carries out calls of one rank that progress together. @throws Error
  void run(int rank, const Calls& calls);
  /// Blocks until all ranks have called it. @returns the colours and keys of all, by rank
  std::vector<ColorChoice> choices(int rank, ColorChoice own);
  /// Blocks until all ranks have called it. @returns the object that rank `maker` gave
  std::shared_ptr<LocalGroup> share(int rank, int maker, std::shared_ptr<LocalGroup> made);

  int size() const noexcept { return static_cast<int>(calls_.size()); }
  std::chrono::milliseconds timeout() const noexcept { return timeout_; }
  Failure& failure() noexcept { return failure_; }
  /// Sets the failure unless there is one, and ends all waiting.
  void fail(ErrorCode code, const std::string& text);

 private:
  void run_collective(int rank, const CollectiveCall& call);
  void prepare();
  void reduce_part(int rank, const CollectiveCall& call);
  void copy_part(int rank, const CollectiveCall& call);
  const std::byte* sent_by(int rank, std::size_t offset) const;

  const std::chrono::milliseconds timeout_;
  Failure failure_{};
  Meeting meeting_;
  Mailbox mailbox_;
  Meeting host_meeting_;  ///< for what the host calls, beside the collectives of streams
  std::vector<const CollectiveCall*> calls_;  ///< of the collective in progress, by rank
  std::vector<std::byte> reduced_{};          ///< the result of a reduction in progress
  std::vector<ColorChoice> choices_;
  std::vector<std::shared_ptr<LocalGroup>> shared_;
};

}  // namespace duet::detail
