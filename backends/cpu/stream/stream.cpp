#include "stream.hpp"

#include <chrono>
#include <utility>

#include "base/log.hpp"
#include "cpu/base/pause.hpp"
#include "cpu/base/shutdown.hpp"

namespace duet::cpu {

namespace {

/// With more pending operations the submitting thread executes some itself.
constexpr std::uint64_t most_pending = 8192;

/// How long a thread polls before it sleeps: about the time that sleeping and waking take.
constexpr std::chrono::microseconds spin_time{20};

}  // namespace

Stream::~Stream() {
  if (failure_.failed()) {
    log(LogLevel::error,
        "work failed in a stream that was destroyed before any call waited for it: {}",
        failure_.text.empty() ? "there is not enough memory" : failure_.text.c_str());
  }
}

std::uint64_t Stream::submit(std::unique_ptr<Operation> operation) {
  std::uint64_t number = 0;
  {
    const std::lock_guard lock(mutex_);
    operations_.push_back(std::move(operation));
    number = submitted_.fetch_add(1) + 1;
  }
  if (number > most_pending + completed()) finish(number - most_pending / 2);
  return number;
}

void Stream::finish(std::uint64_t number) {
  while (!reached(number)) {
    if (claim()) {
      run(number, Role::waiting);
      release();
    } else {
      wait_for_owner(number);
    }
  }
}

bool Stream::is_runnable() {
  if (is_done() || claimed_.load()) return false;
  const std::lock_guard lock(mutex_);
  return !operations_.empty() && operations_.front()->is_ready();
}

void Stream::run_in_background() {
  if (!claim()) return;
  run(UINT64_MAX, Role::background);
  release();
}

/// Requires a claim: only the thread with the claim removes operations.
void Stream::run(std::uint64_t number, Role role) {
  while (!reached(number)) {
    Operation* const operation = front();
    if (operation == nullptr) return;
    if (!operation->is_ready()) {
      if (role == Role::background) return;
      operation->wait_until_ready();
    }
    complete(*operation);
    if (role == Role::background && (waiters_.load() != 0 || is_shutting_down())) return;
  }
}

Operation* Stream::front() {
  const std::lock_guard lock(mutex_);
  return operations_.empty() ? nullptr : operations_.front().get();
}

void Stream::complete(Operation& operation) {
  Outcome outcome = operation.run();
  if (outcome.failed()) {
    const std::lock_guard lock(mutex_);
    if (!failure_.failed()) failure_ = std::move(outcome);
    has_failed_.store(true);
  }
  std::unique_ptr<Operation> done;  // destroyed outside the lock
  {
    const std::lock_guard lock(mutex_);
    done = std::move(operations_.front());
    operations_.pop_front();
  }
  if (sanitizer_ != nullptr) sanitizer_->release(&ordered_);
  completed_.fetch_add(1);
  notify();
}

Outcome Stream::failure() noexcept {
  if (!has_failed_.load()) return {};
  const std::lock_guard lock(mutex_);
  return {failure_.status, failure_.text.c_str()};
}

void Stream::forget_failure() noexcept {
  const std::lock_guard lock(mutex_);
  has_failed_.store(false);
  failure_ = {};
}

void Stream::release() noexcept {
  claimed_.store(false);
  notify();
}

/// A waiter counts itself before it reads the state; this reads the count after it changed the
/// state. So either the waiter sees the change or this sees the waiter.
void Stream::notify() noexcept {
  if (waiters_.load() == 0) return;
  { const std::lock_guard lock(mutex_); }
  changed_.notify_all();
}

void Stream::wait_for_owner(std::uint64_t number) {
  waiters_.fetch_add(1);
  const auto is_over = [&] { return reached(number) || !claimed_.load(); };
  if (!spin_until(is_over, spin_time)) {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, is_over);
  }
  waiters_.fetch_sub(1);
}

}  // namespace duet::cpu
