#include "completion_queue.hpp"

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <system_error>
#include <utility>

#include <duet/profiling_range.hpp>

#include "base/log.hpp"
#include "driver/driver.hpp"

namespace duet::detail {

namespace {

/// Bounds of the thread's sleep between polls while work is in flight. Waking the thread by the
/// driver instead would cost the stream some ten microseconds; polling costs it nothing.
constexpr std::chrono::microseconds min_pause{50};
constexpr std::chrono::microseconds max_pause{1000};

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

bool has_completed(const Event& event) noexcept {
  try {
    return event.query();
  } catch (...) {
    return true;  // the work failed; the stream reports that
  }
}

void wait_for(const Event& event) noexcept {
  try {
    event.synchronize();
  } catch (...) {
  }
}

}  // namespace

std::shared_ptr<CompletionQueue> CompletionQueue::make() {
  return std::shared_ptr<CompletionQueue>(new CompletionQueue);
}

CompletionQueue::~CompletionQueue() {
  // Items are left only if there was no thread, which happens when the process ends.
  for (Item& item : items_) {
    wait_for(*item.event);
    run(item.completion);
  }
  if (failure_ != nullptr) {
    log(LogLevel::error, "a completion handler failed, and no synchronize() followed: {}",
        exception_text(failure_));
  }
}

void CompletionQueue::push(StreamRef stream, Completion& completion) {
  const std::shared_ptr<Event> event = take_event(stream.device());
  event->record(stream);
  const std::lock_guard lock(mutex_);
  items_.push_back({event, {}});
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

void CompletionQueue::start_thread() {
  // Without a thread, `drain` or the destructor runs the items.
  if (!ThreadedQueues::instance().add(shared_from_this())) return;
  try {
    std::thread([self = shared_from_this()] { self->run_thread(); }).detach();
    has_thread_ = true;
  } catch (const std::system_error&) {
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
      if (items_.empty()) {
        has_thread_ = false;
        changed_.notify_all();
        return;
      }
    }
    bool has_run = false;
    {
      const std::lock_guard lock(run_mutex_);
      has_run = run_finished();
    }
    pause = has_run ? min_pause : std::min(2 * pause, max_pause);
    std::this_thread::sleep_for(pause);
  }
}

/// Runs completed items. The caller holds run_mutex_. @returns whether there were any
bool CompletionQueue::run_finished() {
  bool has_run = false;
  runner_ = std::this_thread::get_id();
  for (;;) {
    Item item;
    {
      const std::lock_guard lock(mutex_);
      if (items_.empty() || !has_completed(*items_.front().event)) break;
      item = std::move(items_.front());
      items_.pop_front();
      free_events_.push_back(item.event);
    }
    run(item.completion);
    has_run = true;
  }
  runner_ = std::thread::id();
  return has_run;
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

void CompletionQueue::drain() {
  const std::lock_guard lock(run_mutex_);
  (void)run_finished();
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
