#include "communicator/communicator_state.hpp"

#include <utility>

#include <fmt/format.h>

#include "communicator/call_check.hpp"
#include "engine/call_text.hpp"

namespace duet::detail {

void CommunicatorState::submit(const WorkQueue& queue, const CollectiveCall& call) {
  engine_->check();
  check_queue(queue);
  const CollectiveCall complete = checked(call, *engine_, device_, rank_, size_);
  if (!has_group_) {
    single_.assign(1, complete);
    return submit_all(queue, single_);
  }
  if (group_queue_ && !(*group_queue_ == queue)) {
    throw Error(ErrorCode::invalid_argument,
                fmt::format("{}: the calls of a group must name one stream or encoder",
                            name_of(complete.kind)));
  }
  group_.push_back(complete);
  group_queue_ = queue;
}

void CommunicatorState::begin_group() {
  if (has_group_) {
    throw Error(ErrorCode::invalid_argument,
                "the communicator has an open group: submit or destroy it before another begins");
  }
  has_group_ = true;
}

void CommunicatorState::submit_group() {
  const Calls calls = std::exchange(group_, {});
  const std::optional<WorkQueue> queue = std::exchange(group_queue_, std::nullopt);
  has_group_ = false;
  engine_->check();
  if (queue) submit_all(*queue, calls);
}

void CommunicatorState::drop_group() noexcept {
  group_.clear();
  group_queue_.reset();
  has_group_ = false;
}

void CommunicatorState::check_queue(const WorkQueue& queue) const {
  if (queue.stream().device() == device_) return;
  throw Error(ErrorCode::invalid_argument,
              fmt::format("the stream is of device {}, but the communicator uses device {}",
                          queue.stream().device().ordinal(), device_.ordinal()));
}

void CommunicatorState::submit_all(const WorkQueue& queue, const Calls& calls) {
  std::vector<Access> accesses;
  if (queue.encoder() != nullptr) {
    accesses.push_back({&order_, sizeof(order_), true});
    for (const CollectiveCall& call : calls) add_accesses(call, accesses);
  }
  engine_->submit(queue, accesses, calls);
}

}  // namespace duet::detail
