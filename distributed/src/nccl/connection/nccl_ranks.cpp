#include "nccl/connection/nccl_ranks.hpp"

#include <algorithm>
#include <chrono>
#include <thread>

#include "nccl/connection/shared_by_name.hpp"

namespace duet::detail {

using Clock = std::chrono::steady_clock;

std::shared_ptr<NcclRank> NcclRanks::add() {
  auto rank = std::make_shared<NcclRank>();
  const std::lock_guard lock(mutex_);
  std::erase_if(ranks_, [](const auto& known) {
    return known->state_ == NcclRank::State::closed && !known->is_in_call();
  });
  ranks_.push_back(rank);
  return rank;
}

void NcclRanks::open(NcclRank& rank) noexcept {
  const std::lock_guard lock(mutex_);
  rank.state_ = NcclRank::State::open;
}

void NcclRanks::close(NcclRank& rank) noexcept {
  const std::lock_guard lock(mutex_);
  rank.state_ = NcclRank::State::closed;
}

void NcclRanks::end(NcclRank& rank, NcclStatus (*function)(NcclHandle*),
                    NcclHandle* handle) noexcept {
  constexpr std::chrono::milliseconds longest_call{1000}, interval{1}, long_interval{50};
  const auto deadline = Clock::now() + longest_call;
  for (bool is_overdue = false; !try_to_close(rank, is_overdue);) {
    std::this_thread::sleep_for(is_overdue ? long_interval : interval);
    is_overdue = Clock::now() >= deadline;
  }
  (void)function(handle);
  rank.has_ended_.store(true);
  const std::lock_guard lock(mutex_);
  --ending_;
}

bool NcclRanks::try_to_close(NcclRank& rank, bool is_overdue) noexcept {
  const std::lock_guard lock(mutex_);
  bool is_last = true, has_idle = false, has_call = false;
  for (const auto& any : ranks_) {
    has_call |= any->is_in_call();
    if (any.get() == &rank || any->state_ != NcclRank::State::open) continue;
    is_last = false;
    has_idle |= !any->is_in_call();
  }
  if (is_last && ending_ > 0) return false;
  const bool may_end = rank.is_in_call() ? !is_last || (is_overdue && rank.calls_are_awaited)
                                         : has_idle || !has_call;
  if (!may_end) return false;
  rank.state_ = NcclRank::State::closed;
  ++ending_;
  return true;
}

std::shared_ptr<NcclRanks> nccl_ranks(const std::string& communicator) {
  static auto& all = *new SharedByName<NcclRanks>;
  return all.get(communicator);
}

}  // namespace duet::detail
