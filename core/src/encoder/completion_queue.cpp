#include "completion_queue.hpp"

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <utility>

#include <duet/profiling_range.hpp>

#include "base/log.hpp"
#include "base/reserve_more.hpp"
#include "driver/driver.hpp"
#include "object_release.hpp"
#include "system/forked_process.hpp"

namespace duet::detail {

namespace {

/// Bounds of the thread's sleep between polls while work is in flight. Waking the thread by the
/// driver instead would cost the stream some ten microseconds; polling costs it nothing.
constexpr std::chrono::microseconds min_pause{50};
constexpr std::chrono::microseconds max_pause{1000};

/// How often a closed queue asks in vain whether work has ended before it gives up: some 0.2 s.
constexpr int most_unknown_polls = 200;

/// The queues that have threads. Never destroyed, since threads may outlive static objects.
struct ThreadedQueues {
  std::mutex mutex{};
  std::vector<std::weak_ptr<CompletionQueue>> queues{};
  bool is_shut_down = false;

  static ThreadedQueues& instance() {
    static ThreadedQueues* const queues = [] {
      // Handlers run in reverse order of registration, so this one runs before the driver's own.
      std::atexit([] { instance().shut_down(); });
      return new ThreadedQueues;
    }();
    return *queues;
  }

  /// @returns whether the queue may have a thread
  bool add(const std::shared_ptr<CompletionQueue>& queue) {
    const std::lock_guard lock(mutex);
    if (is_shut_down) return false;
    std::erase_if(queues, [](const auto& known) { return known.expired(); });
    queues.push_back(queue);
    return true;
  }

  void shut_down() {
    if (is_forked_copy()) return;  // it has no threads
    std::vector<std::weak_ptr<CompletionQueue>> remaining;
    {
      const std::lock_guard lock(mutex);
      is_shut_down = true;
      remaining.swap(queues);
    }
    for (const auto& known : remaining) {
      if (const auto queue = known.lock()) queue->finish();
    }
  }
};

}  // namespace

std::shared_ptr<CompletionQueue> CompletionQueue::make() {
  return std::shared_ptr<CompletionQueue>(new CompletionQueue);
}

CompletionQueue::~CompletionQueue() {
  // Items are left only if there was no thread, which happens when the process ends.
  for (Item& item : items_) {
    if (is_forked_copy() || !(item.event == nullptr || wait_for_end(*item.event))) {
      keep_for_ever(item);
    } else {
      run(item.completion);
    }
  }
  if (failure_ != nullptr) {
    log(LogLevel::error, "a completion handler failed, and no synchronize() followed: {}",
        exception_text(failure_));
  }
}

void CompletionQueue::push(StreamRef stream, Completion& completion) {
  const std::shared_ptr<Event> event = take_event(stream.device());
  event->record(stream);
  add(event, completion);
}

void CompletionQueue::push_ended(Completion& completion) { add(nullptr, completion); }

void CompletionQueue::add(std::shared_ptr<Event> event, Completion& completion) {
  const std::lock_guard lock(mutex_);
  reserve_more(free_events_, items_.size() + 1);  // the thread cannot report a lack of memory
  items_.push_back({std::move(event), {}});
  std::swap(items_.back().completion, completion);
  if (has_thread_) {
    if (is_idle_) changed_.notify_all();
  } else {
    start_thread();
  }
}

std::shared_ptr<Event> CompletionQueue::take_event(const Device& device) {
  {
    const std::lock_guard lock(mutex_);
    if (!free_events_.empty()) {
      std::shared_ptr<Event> event = std::move(free_events_.back());
      free_events_.pop_back();
      return event;
    }
  }
  return std::make_shared<Event>(device, EventOptions{.timing = false});
}

void CompletionQueue::start_thread() noexcept {
  // Without a thread, `drain` or the destructor runs the items.
  try {
    if (!ThreadedQueues::instance().add(shared_from_this())) return;
    std::thread([self = shared_from_this()] { self->run_thread(); }).detach();
    has_thread_ = true;
  } catch (const std::exception&) {
    log_text(LogLevel::warning,
             "the system refuses a thread: completion handlers run in synchronize() only");
  }
}

void CompletionQueue::run_thread() {
  // Queries of this thread must not invalidate captures of other threads.
  const auto exchange = driver().thread_capture_mode;
  if (driver_has<&DriverNames::thread_capture_mode>(exchange)) {
    vendor::CaptureMode mode = vendor::capture_relaxed;
    (void)exchange(&mode);
  }
  auto pause = min_pause;
  for (;;) {
    {
      std::unique_lock lock(mutex_);
      is_idle_ = true;
      changed_.wait(lock, [this] { return !items_.empty() || is_closed_; });
      is_idle_ = false;
      if (is_closed_ && unknown_polls_ > most_unknown_polls) give_up();
      if (items_.empty()) {
        has_thread_ = false;
        changed_.notify_all();
        return;
      }
    }
    bool has_run = false;
    {
      const std::lock_guard lock(run_mutex_);
      has_run = run_finished(false);
    }
    pause = has_run ? min_pause : std::min(2 * pause, max_pause);
    std::this_thread::sleep_for(pause);
  }
}

/// Runs completed items. The caller holds run_mutex_.
/// @param is_synchronized  whether the work of all items has ended
/// @returns whether there were any
bool CompletionQueue::run_finished(bool is_synchronized) {
  bool has_run = false;
  runner_ = std::this_thread::get_id();
  for (;;) {
    Item item;
    {
      const std::lock_guard lock(mutex_);
      if (items_.empty()) break;
      const Progress progress = items_.front().progress();
      unknown_polls_ = progress == Progress::unknown ? unknown_polls_ + 1 : 0;
      const bool is_over =
          progress == Progress::ended || (is_synchronized && progress == Progress::unknown);
      if (!is_over) break;
      item = std::move(items_.front());
      items_.pop_front();
      if (item.event != nullptr) free_events_.push_back(item.event);
    }
    run(item.completion);
    has_run = true;
  }
  runner_ = std::thread::id();
  return has_run;
}

/// Leaves the items, since the driver does not tell whether their work has ended.
void CompletionQueue::give_up() {
  log(LogLevel::error,
      "the driver does not tell whether work has finished: {} batches with their completion "
      "handlers and the memory kept for them are given up",
      items_.size());
  while (!items_.empty()) {
    keep_for_ever(items_.front());
    items_.pop_front();
  }
}

Progress CompletionQueue::Item::progress() const {
  return event == nullptr ? Progress::ended : progress_of(*event);
}

void CompletionQueue::keep_for_ever(Item& item) noexcept {
  item.completion.handlers.clear();
  if (item.event == nullptr) return;
  release_some_time(item.event->ref().device(), std::move(item.completion.retained));
}

void CompletionQueue::run(Completion& completion) {
  const ProfilingRange range("completion handlers");
  for (auto& handler : completion.handlers) {
    try {
      std::exchange(handler, nullptr)();
    } catch (...) {
      const std::lock_guard lock(mutex_);
      if (failure_ == nullptr) {
        failure_ = std::current_exception();
      } else {
        log(LogLevel::error, "another completion handler failed: {}",
            exception_text(std::current_exception()));
      }
    }
  }
  completion.retained.clear();
}

void CompletionQueue::check_not_in_handler() const {
  if (!runs_in_this_thread()) return;
  throw Error(ErrorCode::invalid_argument,
              "a completion handler cannot synchronize with its own encoder: it would wait for "
              "itself");
}

void CompletionQueue::drain(bool is_synchronized) {
  const std::lock_guard lock(run_mutex_);
  (void)run_finished(is_synchronized);
}

std::exception_ptr CompletionQueue::take_failure() {
  const std::lock_guard lock(mutex_);
  return std::exchange(failure_, nullptr);
}

void CompletionQueue::close() {
  const std::lock_guard lock(mutex_);
  is_closed_ = true;
  changed_.notify_all();
}

void CompletionQueue::finish() {
  close();
  if (runs_in_this_thread()) return;  // a handler ends the process and would wait for itself
  std::unique_lock lock(mutex_);
  changed_.wait(lock, [this] { return !has_thread_; });
}

}  // namespace duet::detail
