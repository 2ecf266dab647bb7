#include "encoder_state.hpp"

#include <array>
#include <exception>
#include <utility>

#include <duet/profiling_range.hpp>
#include <duet/strict.hpp>

#include "base/log.hpp"
#include "driver/fill_plan.hpp"
#include "encoder_transaction.hpp"
#include "launch/launch_check.hpp"
#include "module/module_state.hpp"

namespace duet::detail {

EncoderState::EncoderState(StreamRef target, EncoderOptions complete_options)
    : stream(target), options(complete_options), submission_(stream, options, counters) {
  begin_batch();
}

EncoderState::~EncoderState() {
  if (batch_.size() != 0 && std::uncaught_exceptions() == 0) {
    log(LogLevel::warning,
        "an encoder was destroyed with uncommitted operations ({}), which do not run; "
        "call commit() or synchronize() before",
        batch_.size());
  }
  try {
    Completion last{{}, submission_.take_executables()};
    for (auto& object : completion_.retained) last.retained.push_back(std::move(object));
    if (!last.is_empty() && !stream.query()) release(std::move(last));
  } catch (...) {
    // The stream has failed: nothing runs.
  }
  if (queue_ != nullptr) queue_->close();
}

// ---------------------------------------------------------------- recording

void EncoderState::begin_batch() {
  batch_.clear();
  order_.next_batch();
  bytes_ = 0;
}

void EncoderState::abandon() noexcept {
  Completion retained{{}, std::exchange(completion_.retained, {})};
  completion_ = {};
  begin_batch();
  if (!retained.is_empty()) release(std::move(retained));
}

/// Releases objects when the work submitted so far, which may use them, has finished.
void EncoderState::release(Completion completion) noexcept {
  try {
    queue().push(stream, completion);
  } catch (...) {
    // The event could not be recorded: wait here. If the stream has failed, nothing runs.
    try {
      stream.synchronize();
    } catch (...) {
      log(LogLevel::error, "work of an encoder failed: {}",
          exception_text(std::current_exception()));
    }
  }
}

CompletionQueue& EncoderState::queue() {
  if (queue_ == nullptr) queue_ = CompletionQueue::make();
  return *queue_;
}

void EncoderState::count_bytes(Accesses accesses) noexcept {
  for (const Access& access : accesses) bytes_ += access.bytes;
}

/// Orders the next operation. @returns its edges, valid until the next call
Order::Edges EncoderState::order(Accesses accesses) {
  count_bytes(accesses);
  ++counters.operations;
  return order_.add(accesses);
}

Order::Edges EncoderState::order_collected() {
  ++counters.operations;
  return order_.add_collected();
}

/// @param add_command  adds an operation with the given edges to the batch
template <typename AddCommand>
void EncoderState::add(Accesses accesses, AddCommand add_command) {
  commit_if_full();
  add_command(order(accesses));
}

void EncoderState::commit_if_full() {
  if (order_.in_group()) return;
  if (batch_.size() >= *options.max_operations || bytes_ >= *options.max_bytes) commit();
}

void EncoderState::launch(const Kernel& kernel, const LaunchShape& shape, Accesses accesses,
                          std::span<void* const> values, std::span<const ArgumentShape> arguments,
                          bool is_permanent) {
  Transaction transaction(*this);
  check_stream(kernel.state(), stream);
  check_launch(kernel.state(), shape, arguments, is_permanent);
  if (strict_mode()) check_pointers(kernel.state(), values, arguments);
  add(accesses,
      [&](Order::Edges after) { batch_.launch(after, kernel, shape, values, arguments); });
  transaction.complete();
}

void EncoderState::copy(const CopyRequest& request) {
  Transaction transaction(*this);
  check_copy(stream.device(), request);
  if (request.to_bytes != 0) {
    const std::array<Access, 2> accesses{Access{request.from, request.from_bytes, false},
                                         Access{request.to, request.to_bytes, true}};
    add(accesses, [&](Order::Edges after) {
      batch_.copy(after, request.direction, {request.to, request.from, request.to_bytes});
    });
  }
  transaction.complete();
}

void EncoderState::fill(const FillRequest& request) {
  Transaction transaction(*this);
  check_fill(stream.device(), request);
  if (request.count != 0) {
    commit_if_full();
    const std::array<Access, 1> access{Access{request.to, request.count * request.size, true}};
    const std::uint32_t first = batch_.size();
    const auto next = [&] {
      if (batch_.size() == first) return order(access);
      order_.collect_these({batch_.size() - 1});
      return order_collected();
    };
    plan_fill(
        request.to, request.count, request.value, request.size,
        [&](void* at, std::size_t bytes, std::uint32_t word, std::size_t word_bytes) {
          batch_.fill(next(),
                      {at, bytes / word_bytes, word, static_cast<std::uint32_t>(word_bytes)});
        },
        [&](void* at, const void* from, std::size_t bytes) {
          batch_.copy(next(), CopyDirection::device_to_device, {at, from, bytes});
        });
    const std::uint32_t last = batch_.size() - 1;
    if (last != first) order_.record(access, {last}, false);
  }
  transaction.complete();
}

void EncoderState::launch_host_function(std::function<void()> function, const Accesses* accesses) {
  Transaction transaction(*this);
  if (!function) throw Error(ErrorCode::invalid_argument, "the host function is empty");
  auto shared = std::make_shared<std::function<void()>>(std::move(function));
  if (accesses != nullptr) {
    add(*accesses,
        [&](Order::Edges after) { batch_.launch_host_function(after, std::move(shared)); });
  } else {
    commit_if_full();
    order_.collect_all();
    batch_.launch_host_function(order_collected(), std::move(shared));
    order_.set_barrier({batch_.size() - 1});
  }
  transaction.complete();
}

void EncoderState::begin_group() {
  Transaction transaction(*this);
  order_.begin_group();
  transaction.complete();
}

void EncoderState::end_group() noexcept {
  if (!order_.end_group()) return;
  try {
    Transaction transaction(*this);
    order_.collect_all();
    batch_.empty(order_collected());
    order_.set_barrier({batch_.size() - 1});
    transaction.complete();
  } catch (const std::exception& error) {
    // The transaction empties the encoder.
    log(LogLevel::error, "the operations of an encoder were dropped: {}", error.what());
  }
}

// ---------------------------------------------------------------- completion

void EncoderState::keep(std::shared_ptr<const void> object) {
  Transaction transaction(*this);
  completion_.retained.push_back(std::move(object));
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
  if (batch_.size() != 0) submission_.submit(batch_, completion_.retained);
  if (!completion_.is_empty()) queue().push(stream, completion_);
  begin_batch();
  transaction.complete();
}

void EncoderState::synchronize() {
  if (queue_ != nullptr) queue_->check_not_in_handler();
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
