#include "workers.hpp"

#include <algorithm>
#include <cstdlib>
#include <exception>
#include <thread>

#include "cpu/base/shutdown.hpp"
#include "system/forked_process.hpp"

namespace duet::cpu {

namespace {

using namespace std::chrono_literals;

constexpr std::chrono::microseconds shortest_rest = 100us;
constexpr std::chrono::microseconds longest_rest = 1600us;
constexpr int quiet_polls = 6;     ///< polls without a submission, before sleeping
constexpr int unneeded_polls = 4;  ///< see Workers::unneeded_; then only submissions wake
constexpr auto exit_timeout = 2s;  ///< for work that runs when the process ends

}  // namespace

/// Never destroyed: its threads may outlive static objects.
Workers& Workers::instance() {
  static Workers& workers = *new Workers;
  return workers;
}

Workers::Workers()
    : most_threads_(static_cast<int>(std::clamp(std::thread::hardware_concurrency(), 2u, 8u))) {
  // Runs before the destructors of static objects that used a stream in their constructor.
  (void)std::atexit([] { instance().stop(); });
}

void Workers::wake() noexcept {
  const std::lock_guard lock(mutex_);
  if (stopping_ || rest_.exchange(Rest::awake) == Rest::awake) return;
  if (threads_ == 0) {
    add_thread();
  } else {
    woken_.notify_one();
  }
}

void Workers::add_thread() {
  try {
    std::thread([this] { work(); }).detach();
    ++threads_;
  } catch (const std::exception&) {  // no thread, or no memory for it
    // Without a worker, work waits for a synchronising thread. The next submission tries again.
    if (threads_ == 0) rest_.store(Rest::asleep);
  }
}

void Workers::work() noexcept {
  std::unique_lock lock(mutex_);
  while (!stopping_) {
    if (has_poller_) {
      ++waiting_;
      turn_.wait(lock);
      --waiting_;
      continue;
    }
    has_poller_ = true;
    std::shared_ptr<Stream> stream = poll(lock);
    has_poller_ = false;
    if (!stream) break;
    hand_over_polling();
    lock.unlock();
    stream->run_in_background();
    stream.reset();
    lock.lock();
  }
  if (--threads_ == 0) ended_.notify_all();
}

void Workers::hand_over_polling() {
  if (waiting_ > 0) {
    turn_.notify_one();
  } else if (threads_ < most_threads_) {
    add_thread();
  }
}

/// @returns a stream to run, or null if the process ends
std::shared_ptr<Stream> Workers::poll(std::unique_lock<std::mutex>& lock) {
  std::chrono::microseconds time = shortest_rest;
  StreamList::Survey last;
  for (int quiet = 0; !stopping_;) {
    StreamList::Survey survey = StreamList::instance().survey();
    if (survey.stream) {
      unneeded_ = 0;
      return std::move(survey.stream);
    }
    const bool has_news = survey.submitted != last.submitted;
    time = survey.is_waiting ? shortest_rest : std::min(2 * time, longest_rest);
    quiet = has_news ? 0 : quiet + 1;
    if (has_news && !survey.is_waiting) ++unneeded_;
    last = survey;
    if (quiet > quiet_polls && !survey.is_waiting) {
      if (!falls_asleep(survey)) continue;
      // While other threads work, operations that they finish may make others runnable unannounced.
      rest(lock, survey.is_pending ? longest_rest : std::chrono::microseconds::max(), Rest::asleep);
    } else if (time == shortest_rest) {
      rest(lock, time, Rest::awake);
    } else {
      // Programs that rely on workers rather than on synchronising must not wait for the next poll.
      rest(lock, time, unneeded_ < unneeded_polls ? Rest::asleep : Rest::drowsy);
    }
  }
  return nullptr;
}

/// Checks for submissions after it announced the sleep: either this sees the submission or the
/// submitter sees the sleep.
bool Workers::falls_asleep(const StreamList::Survey& before) {
  rest_.store(Rest::asleep);
  std::atomic_thread_fence(std::memory_order_seq_cst);
  if (StreamList::instance().submitted() == before.submitted) return true;
  rest_.store(Rest::awake);
  return false;
}

void Workers::rest(std::unique_lock<std::mutex>& lock, std::chrono::microseconds time, Rest depth) {
  rest_.store(depth);
  const auto is_woken = [&] {
    return stopping_ || (depth != Rest::awake && rest_.load() == Rest::awake);
  };
  if (time == std::chrono::microseconds::max()) {
    woken_.wait(lock, is_woken);
  } else {
    woken_.wait_for(lock, time, is_woken);
  }
  rest_.store(Rest::awake);
}

/// Lets workers finish what was submitted, for instance by destructors of static objects. Work that
/// never ends must not keep the process alive.
void Workers::finish_pending() noexcept {
  const auto end = std::chrono::steady_clock::now() + exit_timeout;
  while (StreamList::instance().unfinished() && std::chrono::steady_clock::now() < end) {
    wake_if(Rest::drowsy);
    std::this_thread::sleep_for(shortest_rest);
  }
}

void Workers::stop() noexcept {
  if (is_forked_copy()) return;  // the threads are the other process's
  finish_pending();
  begin_shutdown();
  std::unique_lock lock(mutex_);
  stopping_ = true;
  woken_.notify_all();
  turn_.notify_all();
  // A kernel or host function that never ends must not keep the process alive.
  ended_.wait_for(lock, exit_timeout, [&] { return threads_ == 0; });
}

}  // namespace duet::cpu
