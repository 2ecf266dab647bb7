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

#include "object_release.hpp"

namespace duet::detail {

/// Work to do on the host when a batch has finished.
struct Completion {
  using Objects = std::vector<std::shared_ptr<const void>>;

  std::vector<std::function<void()>> handlers{};
  Objects retained{};  ///< released after the handlers ran

  bool is_empty() const noexcept { return handlers.empty() && retained.empty(); }
};

/// Runs completion handlers and releases retained objects of one stream's batches, in the order of
/// the batches. This happens on the queue's thread, which starts with the first item and sleeps
/// while no item is pending, or in `drain` on a thread that has synchronized with the stream.
///
/// The thread keeps the queue alive until all items are done. The end of the process waits for it.
/// Thread-safety: all members can be called from any thread.
class CompletionQueue : public std::enable_shared_from_this<CompletionQueue> {
 public:
  static std::shared_ptr<CompletionQueue> make();
  ~CompletionQueue();

  /// @param stream      the item runs when the work submitted to it so far has finished
  /// @param completion  empty afterwards; unchanged if this throws
  /// @throws Error  reported by the driver
  void push(StreamRef stream, Completion& completion);
  /// The item runs as soon as those before it have.
  /// @param completion  of work that has ended; empty afterwards; unchanged if this throws
  void push_ended(Completion& completion);

  /// @throws Error (invalid_argument) when called in a handler, where waiting would deadlock
  void check_not_in_handler() const;
  /// Runs the items that have completed and blocks while another thread runs some. Must not be
  /// called in a handler.
  /// @param is_synchronized  whether the work of all items is known to have ended
  void drain(bool is_synchronized);

  /// Returns the first exception thrown by a handler since the last call, or null.
  std::exception_ptr take_failure();

  /// Ends the thread when all items are done. `push` must not be called afterwards.
  void close();
  /// Calls `close` and blocks until the thread has run all items and ended.
  void finish();

 private:
  struct Item {
    Progress progress() const;

    std::shared_ptr<Event> event;  ///< null if the work has ended
    Completion completion;
  };

  CompletionQueue() = default;
  void add(std::shared_ptr<Event> event, Completion& completion);
  void start_thread() noexcept;
  void run_thread();
  bool run_finished(bool is_synchronized);
  void give_up();
  static void keep_for_ever(Item& item) noexcept;
  void run(Completion& completion);
  std::shared_ptr<Event> take_event(const Device& device);
  bool runs_in_this_thread() const { return runner_ == std::this_thread::get_id(); }

  std::mutex mutex_{};
  std::condition_variable changed_{};
  std::deque<Item> items_{};
  std::vector<std::shared_ptr<Event>> free_events_{};
  std::exception_ptr failure_{};
  bool has_thread_ = false;
  bool is_idle_ = false;  ///< the thread waits for `changed_`
  bool is_closed_ = false;
  /// Failures of the driver's call since it last told the progress of the first item.
  int unknown_polls_ = 0;

  std::mutex run_mutex_{};  ///< held while handlers run
  std::atomic<std::thread::id> runner_{};
};

}  // namespace duet::detail
