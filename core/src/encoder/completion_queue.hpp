#pragma once

#include <atomic>
#include <condition_variable>
#include <deque>
#include <exception>
#include <functional>
#include <memory>
#include <mutex>
#include <thread>
#include <vector>

#include <duet/event.hpp>
#include <duet/stream.hpp>

namespace duet::detail {

/// What is done once a batch has finished.
struct Completion {
  std::vector<std::function<void()>> handlers{};
  std::vector<std::shared_ptr<const void>> kept{};  ///< released after the handlers ran

  bool is_empty() const noexcept { return handlers.empty() && kept.empty(); }
};

/// Runs handlers and releases what batches of one stream kept, in the order of the batches: on a
/// thread of its own, which starts with the first batch that has anything to do and sleeps while
/// none is under way, or on one that waits for the stream anyway.
///
/// The thread keeps the queue alive until all is done; at the end of the process that is waited
/// for. Thread-safety: all members.
class CompletionQueue : public std::enable_shared_from_this<CompletionQueue> {
 public:
  static std::shared_ptr<CompletionQueue> make();
  ~CompletionQueue();

  /// @param stream      whose work so far is waited for
  /// @param completion  empty afterwards, or as before if this throws
  /// @throws Error  what the driver reports
  void push(StreamRef stream, Completion& completion);

  /// @throws Error (invalid_argument) in a handler, which would wait for itself
  void check_may_wait() const;
  /// Runs what has finished here, and waits for what other threads run of it. Not in a handler.
  void drain();

  /// What the first handler threw since this was asked last, or null.
  std::exception_ptr take_failure();

  /// No more is pushed; the thread ends when all is done.
  void close();
  /// Runs all that is left, in the thread, and returns when it has ended.
  void finish();

 private:
  struct Item {
    std::shared_ptr<Event> reached;
    Completion completion;
  };

  CompletionQueue() = default;
  void start();
  void work();
  bool run_finished();
  void run(Completion& completion);
  std::shared_ptr<Event> take_event(const Device& device);
  bool is_running_here() const { return runner_ == std::this_thread::get_id(); }

  std::mutex mutex_{};
  std::condition_variable changed_{};
  std::deque<Item> items_{};
  std::vector<std::shared_ptr<Event>> free_events_{};
  std::exception_ptr failure_{};
  bool has_thread_ = false;
  bool is_idle_ = false;  ///< and has to be woken
  bool is_closed_ = false;

  std::mutex run_mutex_{};  ///< held by the one that runs handlers
  std::atomic<std::thread::id> runner_{};
};

}  // namespace duet::detail
