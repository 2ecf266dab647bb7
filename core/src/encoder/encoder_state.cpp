#include "encoder_state.hpp"

#include <numeric>
#include <utility>

#include <duet/profiling_range.hpp>

#include "../fill_plan.hpp"
#include "../launch_check.hpp"
#include "../module_state.hpp"
#include "encoder_transaction.hpp"

namespace duet::detail {

EncoderState::EncoderState(StreamRef on, EncoderOptions with)
    : stream(on), options(with), submission_(stream, options, counters) {
  begin_batch();
}

EncoderState::~EncoderState() {
  try {
    Completion last{{}, submission_.take_executables()};
    for (auto& kept : completion_.kept) last.kept.push_back(std::move(kept));
    if (!last.is_empty() && !stream.query()) release(std::move(last));
  } catch (...) {
    // The stream is in an error: nothing runs.
  }
  if (queue_ != nullptr) queue_->close();
}

// ---------------------------------------------------------------- recording

void EncoderState::begin_batch() {
  batch_.clear();
  hazards_.next_batch();
  ancestry_.clear();
  after_barrier_.clear();
  barrier_end_ = 0;
  bytes_ = 0;
  group_begin_ = 0;
  group_has_barrier_ = false;
  if (groups_ != 0) hazards_.begin_group();
}

void EncoderState::abandon() noexcept {
  Completion kept{{}, std::exchange(completion_.kept, {})};
  completion_ = {};
  begin_batch();
  if (!kept.is_empty()) release(std::move(kept));
}

/// Lets go of what earlier work may still use once it has ended.
void EncoderState::release(Completion completion) noexcept {
  try {
    queue().push(stream, completion);
  } catch (...) {
    // The stream is in an error, in which it does nothing more, or waiting is all that is left.
    try {
      stream.synchronize();
    } catch (...) {
    }
  }
}

CompletionQueue& EncoderState::queue() {
  if (queue_ == nullptr) queue_ = CompletionQueue::make();
  return *queue_;
}

void EncoderState::begin_before() {
  before_.clear();
  if (!after_barrier_.empty()) before_ = after_barrier_;
}

/// Fills `before_` for an operation with these accesses.
void EncoderState::collect(Accesses accesses) {
  begin_before();
  for (const Access& access : accesses) hazards_.collect(access, before_);
}

void EncoderState::record(Accesses accesses, const Ops& by) {
  for (const Access& access : accesses) {
    for (const std::uint32_t number : by) hazards_.record(access, number);
    bytes_ += access.bytes;
  }
}

/// Leaves out of `before_` what is implied, for the operation that is added to the batch next.
void EncoderState::order_next() {
  ancestry_.add(before_);
  ++counters.operations;
}

/// @param add_command  adds one to the batch, after `before_`
template <typename AddCommand>
void EncoderState::add(Accesses accesses, AddCommand add_command) {
  commit_if_full();
  const std::uint32_t number = batch_.size();
  begin_before();
  for (const Access& access : accesses) {
    hazards_.use(access, number, before_);
    bytes_ += access.bytes;
  }
  order_next();
  add_command();
}

/// What follows everything before.
void EncoderState::collect_all() {
  begin_before();
  const std::uint32_t end = groups_ != 0 ? group_begin_ : batch_.size();
  if (barrier_end_ >= end) return;
  before_.resize(before_.size() + end - barrier_end_);
  std::iota(before_.end() - (end - barrier_end_), before_.end(), barrier_end_);
}

/// Lets everything after follow these.
void EncoderState::set_barrier(Ops operations) {
  if (groups_ != 0) {
    group_has_barrier_ = true;
    return;
  }
  after_barrier_ = std::move(operations);
  barrier_end_ = batch_.size();
  hazards_.next_batch();
}

void EncoderState::commit_if_full() {
  if (groups_ != 0) return;
  if (batch_.size() >= *options.max_operations || bytes_ >= *options.max_bytes) commit();
}

void EncoderState::launch(const Kernel& kernel, const LaunchShape& shape, Accesses accesses,
                          std::span<void* const> values, std::span<const ArgumentShape> arguments,
                          bool is_permanent) {
  Transaction transaction(*this);
  check_stream(kernel.state(), stream);
  check_launch(kernel.state(), shape, arguments, is_permanent);
  add(accesses, [&] { batch_.launch(before_, kernel, shape, values, arguments); });
  transaction.complete();
}

void EncoderState::copy(const CopyRequest& request) {
  Transaction transaction(*this);
  check_sizes(request);
  if (request.to_bytes != 0) {
    const std::array<Access, 2> accesses{Access{request.from, request.from_bytes, false},
                                         Access{request.to, request.to_bytes, true}};
    add(accesses, [&] {
      batch_.copy(before_, request.direction, {request.to, request.from, request.to_bytes});
    });
  }
  transaction.complete();
}

void EncoderState::fill(void* to, std::size_t count, const void* value, std::size_t size) {
  Transaction transaction(*this);
  if (count != 0) {
    commit_if_full();
    const std::array<Access, 1> access{Access{to, count * size, true}};
    collect(access);
    const auto then = [&] { before_.assign(1, batch_.size() - 1); };
    plan_fill(
        to, count, value, size,
        [&](void* at, std::size_t bytes, std::uint32_t word, std::size_t word_bytes) {
          order_next();
          batch_.fill(before_,
                      {at, bytes / word_bytes, word, static_cast<std::uint32_t>(word_bytes)});
          then();
        },
        [&](void* at, const void* from, std::size_t bytes) {
          order_next();
          batch_.copy(before_, CopyDirection::device_to_device, {at, from, bytes});
          then();
        });
    record(access, before_);
  }
  transaction.complete();
}

void EncoderState::host(std::function<void()> function, const Accesses* accesses) {
  Transaction transaction(*this);
  if (!function) throw Error(ErrorCode::invalid_argument, "the host function is empty");
  auto shared = std::make_shared<std::function<void()>>(std::move(function));
  const auto add_command = [&] { batch_.host(before_, std::move(shared)); };
  if (accesses != nullptr) {
    add(*accesses, add_command);
  } else {
    commit_if_full();
    collect_all();
    order_next();
    add_command();
    set_barrier({batch_.size() - 1});
  }
  transaction.complete();
}

void EncoderState::begin_group() {
  if (groups_++ != 0) return;
  hazards_.begin_group();
  group_begin_ = batch_.size();
}

void EncoderState::end_group() noexcept {
  if (--groups_ != 0) return;
  hazards_.end_group();
  if (!std::exchange(group_has_barrier_, false)) return;
  Transaction transaction(*this);
  try {
    collect_all();
    order_next();
    batch_.empty(before_);
    set_barrier({batch_.size() - 1});
    transaction.complete();
  } catch (const std::bad_alloc&) {
    // The transaction empties the encoder.
  }
}

// ---------------------------------------------------------------- completion

void EncoderState::keep(std::shared_ptr<const void> object) {
  Transaction transaction(*this);
  completion_.kept.push_back(std::move(object));
  transaction.complete();
}

void EncoderState::on_complete(std::function<void()> handler) {
  Transaction transaction(*this);
  if (!handler) throw Error(ErrorCode::invalid_argument, "the completion handler is empty");
  completion_.handlers.push_back(std::move(handler));
  transaction.complete();
}

void EncoderState::record(EventRef event) {
  Transaction transaction(*this);
  commit();
  event.record(stream);
  transaction.complete();
}

void EncoderState::wait(EventRef event) {
  Transaction transaction(*this);
  commit();
  stream.wait(event);
  transaction.complete();
}

void EncoderState::commit() {
  Transaction transaction(*this);
  const ProfilingRange range("commit");
  if (batch_.size() != 0) submission_.submit(batch_, completion_.kept);
  if (!completion_.is_empty()) queue().push(stream, completion_);
  begin_batch();
  transaction.complete();
}

void EncoderState::synchronize() {
  if (queue_ != nullptr) queue_->check_may_wait();
  commit();
  std::exception_ptr failure;
  try {
    stream.synchronize();
  } catch (...) {
    failure = std::current_exception();
  }
  if (queue_ != nullptr) {
    queue_->drain();
    if (failure == nullptr) failure = queue_->take_failure();
  }
  if (failure != nullptr) std::rethrow_exception(failure);
}

}  // namespace duet::detail
