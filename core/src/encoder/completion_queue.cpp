#include "completion_queue.hpp"

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <system_error>
#include <utility>

#include <duet/profiling_range.hpp>

#include "driver/driver.hpp"

namespace duet::detail {

namespace {

/// How long the thread sleeps between looks while work is under way. An event that wakes a thread
/// costs its stream some ten microseconds, a look costs it nothing.
constexpr std::chrono::microseconds shortest_pause{50};
constexpr std::chrono::microseconds longest_pause{1000};

/// The queues that have threads. Never destroyed: threads may outlive static objects.
struct Running {
  std::mutex mutex{};
  std::vector<std::weak_ptr<CompletionQueue>> queues{};
  bool is_over = false;

  static Running& instance() {
    static Running* const running = [] {
      // Registered after the driver's own ends, and so called before them.
      std::atexit([] { instance().end(); });
      return new Running;
    }();
    return *running;
  }

  /// @returns whether the queue may have a thread
  bool add(const std::shared_ptr<CompletionQueue>& queue) {
    const std::lock_guard lock(mutex);
    if (is_over) return false;
    std::erase_if(queues, [](const auto& known) { return known.expired(); });
    queues.push_back(queue);
    return true;
  }

  void end() {
    std::vector<std::weak_ptr<CompletionQueue>> left;
    {
      const std::lock_guard lock(mutex);
      is_over = true;
      left.swap(queues);
    }
    for (const auto& known : left) {
      if (const auto queue = known.lock()) queue->finish();
    }
  }
};

bool is_reached(const Event& event) noexcept {
  try {
    return event.query();
  } catch (...) {
    return true;  // the work failed, which its stream reports
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
  // There is a thread, which has done everything, unless the process ends.
  for (Item& item : items_) {
    wait_for(*item.reached);
    run(item.completion);
  }
}

void CompletionQueue::push(StreamRef stream, Completion& completion) {
  const std::shared_ptr<Event> reached = take_event(stream.device());
  reached->record(stream);
  const std::lock_guard lock(mutex_);
  items_.push_back({reached, {}});
  std::swap(items_.back().completion, completion);
  if (has_thread_) {
    if (is_idle_) changed_.notify_all();
  } else {
    start();
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

void CompletionQueue::start() {
  if (!Running::instance().add(shared_from_this())) return;  // `drain` or the destructor does it
  try {
    std::thread([self = shared_from_this()] { self->work(); }).detach();
    has_thread_ = true;
  } catch (const std::system_error&) {
    // As above: there are too many threads.
  }
}

void CompletionQueue::work() {
  // So that waiting here never breaks captures of other threads.
  const auto exchange = driver().thread_capture_mode;
  if (driver_has<&DriverNames::thread_capture_mode>(exchange)) {
    vendor::CaptureMode mode = vendor::capture_relaxed;
    (void)exchange(&mode);
  }
  auto pause = shortest_pause;
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
    pause = has_run ? shortest_pause : std::min(2 * pause, longest_pause);
    std::this_thread::sleep_for(pause);
  }
}

/// Called by the one that holds run_mutex_. @returns whether there was any
bool CompletionQueue::run_finished() {
  bool has_run = false;
  runner_ = std::this_thread::get_id();
  for (;;) {
    Item item;
    {
      const std::lock_guard lock(mutex_);
      if (items_.empty() || !is_reached(*items_.front().reached)) break;
      item = std::move(items_.front());
      items_.pop_front();
      free_events_.push_back(item.reached);
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
      if (failure_ == nullptr) failure_ = std::current_exception();
    }
  }
  completion.kept.clear();
}

void CompletionQueue::check_may_wait() const {
  if (!is_running_here()) return;
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
  if (is_running_here()) return;  // a handler ends the process
  std::unique_lock lock(mutex_);
  changed_.wait(lock, [this] { return !has_thread_; });
}

}  // namespace duet::detail
