#include "workers.hpp"

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <system_error>
#include <thread>

#include "shutdown.hpp"
#include "stream_list.hpp"

namespace duet::cpu {

namespace {

using namespace std::chrono_literals;

constexpr auto look_interval = 100us;
constexpr auto slow_interval = 1ms;  ///< while all work is in other threads' hands
constexpr int quiet_looks = 50;      ///< without any submission, before sleeping
constexpr auto exit_patience = 2s;   ///< for what still runs when the process ends

std::atomic<bool> shutting_down{false};

}  // namespace

bool is_shutting_down() noexcept { return shutting_down.load(std::memory_order_relaxed); }

/// Never destroyed: its threads may outlive the program's statics.
Workers& Workers::instance() {
  static Workers& workers = *new Workers;
  return workers;
}

Workers::Workers()
    : most_threads_(static_cast<int>(std::clamp(std::thread::hardware_concurrency(), 2u, 8u))) {
  // Runs before the destructors of all statics that had used a stream when they were made.
  (void)std::atexit([] { instance().stop(); });
}

void Workers::wake() noexcept {
  const std::lock_guard lock(mutex_);
  if (stopping_ || !asleep_.exchange(false)) return;
  if (threads_ == 0) {
    add_thread();
  } else {
    activity_.notify_one();
  }
}

void Workers::add_thread() {
  try {
    std::thread([this] { work(); }).detach();
    ++threads_;
  } catch (const std::system_error&) {
    // Without a worker, work waits for whoever synchronises; the next submission tries again.
    if (threads_ == 0) asleep_.store(true);
  }
}

void Workers::work() noexcept {
  std::unique_lock lock(mutex_);
  while (!stopping_) {
    if (somebody_looks_) {
      ++waiting_;
      turn_.wait(lock);
      --waiting_;
      continue;
    }
    somebody_looks_ = true;
    std::shared_ptr<Stream> stream = look(lock);
    somebody_looks_ = false;
    if (!stream) break;
    hand_over_looking();
    lock.unlock();
    stream->run_in_background();
    stream.reset();
    lock.lock();
  }
  if (--threads_ == 0) ended_.notify_all();
}

void Workers::hand_over_looking() {
  if (waiting_ > 0) {
    turn_.notify_one();
  } else if (threads_ < most_threads_) {
    add_thread();
  }
}

/// @returns a stream to run, or null if the process ends
std::shared_ptr<Stream> Workers::look(std::unique_lock<std::mutex>& lock) {
  std::uint64_t submitted = 0;
  for (int quiet = 0; !stopping_;) {
    StreamList::Survey survey = StreamList::instance().survey();
    if (survey.stream) return std::move(survey.stream);
    quiet = survey.submitted == submitted ? quiet + 1 : 0;
    submitted = survey.submitted;
    if (quiet < quiet_looks) {
      activity_.wait_for(lock, look_interval);
      continue;
    }
    asleep_.store(true);
    std::atomic_thread_fence(std::memory_order_seq_cst);
    survey = StreamList::instance().survey();
    if (survey.submitted != submitted || survey.stream) {
      asleep_.store(false);
      if (survey.stream) return std::move(survey.stream);
      quiet = 0;
      continue;
    }
    const auto is_awake = [&] { return stopping_ || !asleep_.load(); };
    if (survey.is_pending) {
      activity_.wait_for(lock, slow_interval, is_awake);
    } else {
      activity_.wait(lock, is_awake);
    }
    if (!asleep_.exchange(false)) quiet = 0;
  }
  return nullptr;
}

void Workers::stop() noexcept {
  shutting_down.store(true);
  std::unique_lock lock(mutex_);
  stopping_ = true;
  activity_.notify_all();
  turn_.notify_all();
  // A kernel or host function that never ends must not keep the process.
  ended_.wait_for(lock, exit_patience, [&] { return threads_ == 0; });
}

}  // namespace duet::cpu
