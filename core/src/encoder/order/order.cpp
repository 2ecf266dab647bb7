#include "order.hpp"

#include <numeric>
#include <utility>

namespace duet::detail {

void Order::next_batch() noexcept {
  count_ = 0;
  if (std::exchange(is_incomplete_, false)) is_repeated_ = false;
  if (is_repeated_) return;  // the batch was not added to hazards_ and ancestry_
  hazards_.next_batch();
  ancestry_.clear();
  after_barrier_.clear();
  barrier_end_ = 0;
  group_begin_ = 0;
  group_has_barrier_ = false;
  is_logged_ = is_repeated_ = groups_ == 0;
  if (groups_ == 0) return;
  hazards_.begin_group();
  log_.truncate(0);  // none of this batch's operations will be in it
}

void Order::truncate(std::uint32_t size) noexcept {
  if (size < count_) is_incomplete_ = true;
}

/// Notes if the function throws.
template <typename Function>
auto Order::guarded(Function function) {
  try {
    return function();
  } catch (...) {
    is_incomplete_ = true;
    throw;
  }
}

Order::Edges Order::add(Accesses accesses) {
  if (is_repeated_ && log_.has(count_, accesses)) [[likely]] {
    return log_.edges(count_++);
  }
  return guarded([&]() -> Edges {
    if (is_repeated_) depart_from_log();
    compute(accesses);
    if (is_logged_) log_.add(accesses, before_);
    ++count_;
    return before_;
  });
}

/// Computes `before_` for the next operation.
void Order::compute(Accesses accesses) {
  begin_collecting();
  for (const Access& access : accesses) hazards_.use(access, count_, before_);
  ancestry_.add(before_);
}

/// Computes the order of the operations that were so far only compared with the log.
void Order::depart_from_log() {
  is_repeated_ = false;
  log_.truncate(count_);
  for (const std::uint32_t end = std::exchange(count_, 0); count_ != end; ++count_) {
    compute(log_.accesses(count_));
  }
}

/// Stops logging and comparing for the rest of the batch.
void Order::leave_log() {
  if (is_repeated_) depart_from_log();
  is_logged_ = false;
}

void Order::begin_collecting() {
  before_.clear();
  if (!after_barrier_.empty()) before_ = after_barrier_;
}

void Order::collect(Accesses accesses) {
  guarded([&] {
    leave_log();
    begin_collecting();
    for (const Access& access : accesses) hazards_.collect(access, before_);
  });
}

void Order::collect_all() {
  guarded([&] {
    leave_log();
    begin_collecting();
    const std::uint32_t end = groups_ != 0 ? group_begin_ : count_;
    if (barrier_end_ >= end) return;
    before_.resize(before_.size() + end - barrier_end_);
    std::iota(before_.end() - (end - barrier_end_), before_.end(), barrier_end_);
  });
}

void Order::collect_these(Operations operations) {
  guarded([&] { leave_log(); });
  before_ = std::move(operations);
}

Order::Edges Order::add_collected() {
  return guarded([&]() -> Edges {
    ancestry_.add(before_);
    ++count_;
    return before_;
  });
}

void Order::record(Accesses accesses, const Operations& operations, bool together) {
  guarded([&] {
    const bool is_group = together && groups_ == 0;
    if (is_group) hazards_.begin_group();
    for (const Access& access : accesses) {
      for (const std::uint32_t number : operations) hazards_.record(access, number);
    }
    if (is_group) hazards_.end_group();
  });
}

void Order::set_barrier(Operations operations) {
  if (groups_ != 0) {
    group_has_barrier_ = true;
    return;
  }
  after_barrier_ = std::move(operations);
  barrier_end_ = count_;
  hazards_.next_batch();
}

void Order::begin_group() {
  guarded([&] { leave_log(); });
  if (groups_++ != 0) return;
  hazards_.begin_group();
  group_begin_ = count_;
}

bool Order::end_group() noexcept {
  if (--groups_ != 0) return false;
  hazards_.end_group();
  return std::exchange(group_has_barrier_, false);
}

}  // namespace duet::detail
