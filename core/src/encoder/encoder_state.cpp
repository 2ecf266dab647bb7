#include "encoder_state.hpp"

#include <array>
#include <cstddef>
#include <exception>
#include <iterator>
#include <utility>

#include <fmt/format.h>

#include <duet/profiling_range.hpp>
#include <duet/strict.hpp>

#include "base/log.hpp"
#include "base/reserve_more.hpp"
#include "driver/memory/fill_plan.hpp"
#include "driver/memory/memory_check.hpp"
#include "encoder_transaction.hpp"
#include "launch/launch_check.hpp"
#include "memory/temporary_memory.hpp"
#include "module/module_state.hpp"
#include "object_release.hpp"
#include "system/forked_process.hpp"

namespace duet::detail {

EncoderState::EncoderState(StreamRef target, EncoderOptions complete_options)
    : stream(target),
      options(complete_options),
      limit_(*options.max_batches_in_flight),
      submission_(stream, options, counters) {}

EncoderState::~EncoderState() {
  if (batch_.size() != 0 && std::uncaught_exceptions() == 0) {
    log(LogLevel::warning,
        "an encoder was destroyed with uncommitted operations ({}), which do not run; "
        "call commit() or synchronize() before",
        batch_.size());
  }
  if (is_forked_copy()) return;
  if (temporaries_ != nullptr) Temporaries::end(std::move(temporaries_));
  call_overdue();
  release_all();
  if (queue_ != nullptr) queue_->close();
}

/// Lets the handlers run that the last commit could not hand over.
void EncoderState::call_overdue() noexcept {
  if (overdue_ == 0) return;
  completion_.handlers.resize(overdue_);
  try {
    complete();
  } catch (const std::exception& error) {
    log(LogLevel::error, "completion handlers of an encoder are lost ({}): {}", overdue_,
        error.what());
  }
}

/// Releases all objects when the work submitted so far, which may use them, has finished.
void EncoderState::release_all() noexcept {
  Completion::Objects last = std::move(completion_.retained);
  try {
    reserve_more(last, submission_.object_count() + kept_.size());
  } catch (...) {
    (void)wait_for_end(stream);
    return;  // the destructors of the members release them
  }
  submission_.move_objects(last);
  for (auto& object : kept_) last.push_back(std::move(object));
  kept_.clear();
  if (!last.empty() && progress_of(stream) != Progress::ended) {
    release({{}, std::move(last)});
  }
}

// ---------------------------------------------------------------- recording

EncoderState::Position EncoderState::position() const noexcept {
  return {batch_number_, counters.operations, bytes_, used_kept_, batch_.size()};
}

/// Removes the operations recorded since. Those that a commit has submitted meanwhile stay.
void EncoderState::return_to(const Position& position) noexcept {
  const bool is_same_batch = position.batch == batch_number_;
  const std::uint32_t size = is_same_batch ? position.size : 0;
  counters.operations = is_same_batch ? position.recorded : counters.operations - batch_.size();
  bytes_ = is_same_batch ? position.bytes : 0;
  used_kept_ = is_same_batch ? position.used_kept : 0;
  batch_.truncate(size);
  order_.truncate(size);
}

/// Releases objects when the work submitted so far, which may use them, has finished.
void EncoderState::release(Completion completion) noexcept {
  try {
    return queue().push(stream, completion);
  } catch (...) {
    // The event could not be recorded: wait here.
  }
  if (!wait_for_end(stream)) release_some_time(stream.device(), std::move(completion.retained));
}

CompletionQueue& EncoderState::queue() {
  if (queue_ == nullptr) queue_ = CompletionQueue::make();
  return *queue_;
}

void EncoderState::count_bytes(Accesses accesses) noexcept {
  for (const Access& access : accesses) bytes_ += access.bytes;
}

void EncoderState::count_operation() noexcept {
  ++counters.operations;
  used_kept_ = kept_.size();
}

/// Orders the next operation. @returns its edges, valid until the next call
Order::Edges EncoderState::order(Accesses accesses) {
  count_bytes(accesses);
  count_operation();
  return order_.add(accesses);
}

Order::Edges EncoderState::order_collected() {
  count_operation();
  return order_.add_collected();
}

/// @param add_command  adds an operation with the given edges to the batch
template <typename AddCommand>
void EncoderState::add(Accesses accesses, AddCommand add_command) {
  commit_if_full();
  add_command(order(accesses));
}

/// Whether the batch must be submitted before another operation is added.
bool EncoderState::must_submit() const noexcept {
  const bool is_full = needs_commit() && options.commits_automatically && !order_.in_group();
  return is_full || order_.is_incomplete();
}

void EncoderState::commit_if_full() {
  require_no_capture();
  if (must_submit()) [[unlikely]] {
    submit(used_kept_);
  }
}

std::byte* EncoderState::repeat(std::span<const std::uint64_t> signature) noexcept {
  if (user_.load(std::memory_order_relaxed) != std::thread::id()) return nullptr;
  if (!repeats_order() || must_submit() || is_strict.load(std::memory_order_relaxed)) {
    return nullptr;
  }
  std::byte* const values = batch_.repeat(signature);
  if (values == nullptr) return nullptr;
  order_.repeat();
  bytes_ += signature[signature_bytes];
  count_operation();
  return values;
}

void EncoderState::launch(const LaunchRequest& request) {
  if (std::byte* const values = repeat(request.signature)) {
    return write_values(values, request);
  }
  Transaction transaction(*this);
  if (!batch_.repeats(request)) {
    const KernelState& kernel = request.kernel.state();
    check_stream(kernel, stream);
    check_launch(kernel, request.shape, request.arguments, !request.signature.empty());
  }
  if (strict_mode()) check_pointers(request.kernel.state(), request.values, request.arguments);
  commit_if_full();
  batch_.launch(order(request.accesses), request);
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
  } catch (const std::exception&) {
    // No memory: the transaction has made the order incomplete, so the next operation begins a
    // batch.
  }
}

// ---------------------------------------------------------------- completion

void EncoderState::keep(std::shared_ptr<const void> object) {
  Transaction transaction(*this);
  kept_.push_back(std::move(object));
  transaction.complete();
}

MemoryResource& EncoderState::temporaries() {
  if (temporaries_ == nullptr) {
    MemoryResource& upstream = options.temporaries != nullptr
                                   ? *options.temporaries
                                   : resource_of_temporaries(stream.device());
    if (upstream.device() != stream.device()) {
      throw Error(ErrorCode::invalid_argument,
                  fmt::format("encoder: the resource of temporaries is of device {}, the stream of "
                              "device {}",
                              upstream.device().ordinal(), stream.device().ordinal()));
    }
    temporaries_ = std::make_unique<Temporaries>(stream, upstream);
  }
  return *temporaries_;
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
  require_no_capture();
  submit(kept_.size());
  transaction.complete();
}

/// Submits the batch and begins the next one, also if an exception is thrown. Handlers always run.
/// @param released  the number of objects in `kept_` that later batches do not need
void EncoderState::submit(std::size_t released) {
  const ProfilingRange range("commit");
  const auto begin = kept_.begin(), end = begin + static_cast<std::ptrdiff_t>(released);
  completion_.retained.insert(completion_.retained.end(), std::move_iterator(begin),
                              std::move_iterator(end));
  kept_.erase(begin, end);
  used_kept_ = 0;
  std::exception_ptr failure;
  const auto attempt = [&](auto action) {
    try {
      action();
    } catch (...) {
      if (failure == nullptr) failure = std::current_exception();
    }
  };
  if (batch_.size() != 0) {
    batch_.finish();
    batch_.keep_as_draft(order_.logged(), order_.log_version());
    limit_.wait();
    attempt([&] { submission_.submit(batch_, completion_.retained); });
    attempt([&] { limit_.add(stream); });
  }
  begin_batch();
  if (temporaries_ != nullptr) temporaries_->give_back();
  if (!completion_.is_empty()) attempt([&] { complete(); });
  overdue_ = completion_.handlers.size();
  if (failure != nullptr) std::rethrow_exception(failure);
}

/// Lets the handlers run and the objects go when the work submitted so far has ended.
void EncoderState::complete() {
  try {
    queue().push(stream, completion_);
  } catch (...) {
    // The event could not be recorded: wait here, since a thread may wait for the handlers.
    if (wait_for_end(stream)) queue().push_ended(completion_);
    throw;
  }
}

void EncoderState::begin_batch() noexcept {
  batch_.clear();
  order_.next_batch();
  bytes_ = 0;
  ++batch_number_;
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
    queue_->drain(failure == nullptr);
    if (failure == nullptr) failure = queue_->take_failure();
  }
  if (failure != nullptr) std::rethrow_exception(failure);
}

}  // namespace duet::detail
