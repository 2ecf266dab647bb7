#pragma once

#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <deque>
#include <memory>
#include <mutex>

#include "capture_slot.hpp"
#include "cpu/base/driver_calls.hpp"
#include "cpu/base/outcome.hpp"
#include "cpu/base/sanitizer/thread_sanitizer.hpp"

namespace duet::cpu {

/// A place in a stream's work: reached when that many operations are done.
struct Point {
  std::shared_ptr<Stream> stream{};
  std::uint64_t number = 0;

  bool reached() const noexcept;
};

/// Something that a stream does in its turn.
class Operation {
 public:
  Operation() = default;
  Operation(const Operation&) = delete;
  Operation& operator=(const Operation&) = delete;
  virtual ~Operation() = default;

  /// What must be reached before it runs; null if nothing.
  virtual const Point* needs() const noexcept { return nullptr; }
  /// Called once, on any thread.
  virtual Outcome run() noexcept = 0;
  /// What it is as a node of a captured graph.
  virtual GraphNodeType type() const noexcept { return GraphNodeType::empty; }
};

/// Makes its stream wait for a place in another.
class WaitOperation final : public Operation {
 public:
  explicit WaitOperation(Point point) noexcept : point_(std::move(point)) {}
  const Point* needs() const noexcept override { return &point_; }
  Outcome run() noexcept override { return Status::success; }

 private:
  Point point_;
};

/// A queue of operations. Whoever needs one of them done claims the stream and runs it: the thread
/// that synchronises, or a background worker if nobody does for a while.
///
/// No two threads can wait for each other here: a thread blocks only for an operation that was
/// submitted before the one it has in hand, so that every chain of waiting threads ends in one
/// that runs.
///
/// Thread-safety: all members from any thread.
struct Stream : std::enable_shared_from_this<Stream> {
 public:
  Stream(int on_device, bool blocking, int urgency) noexcept
      : device(on_device), is_blocking(blocking), priority(urgency) {}

  const int device;
  const bool is_blocking;  ///< ordered with the device's default stream
  const int priority;      ///< smaller is more urgent

  /// @returns the operation's number. @throws std::bad_alloc
  std::uint64_t submit(std::unique_ptr<Operation> operation);

  std::uint64_t submitted() const noexcept { return submitted_.load(); }
  std::uint64_t completed() const noexcept { return completed_.load(); }
  bool is_done() const noexcept { return completed() == submitted(); }
  bool reached(std::uint64_t number) const noexcept {
    const bool is = completed() >= number;
    if (is && sanitizer_ != nullptr) [[unlikely]] {
      sanitizer_->acquire(&ordered_);
    }
    return is;
  }

  /// Returns when that many operations are done; runs them here unless another thread does.
  void finish(std::uint64_t number);
  void finish() { finish(submitted()); }

  /// How the first operation failed since this was called last.
  Outcome take_failure() noexcept;

  /// For background workers: whether there is work that nobody does and that could be done now.
  bool is_runnable();
  /// Works until there is nothing to do, or somebody waits who can do it as well.
  void run_in_background();

  /// A worker's note of how far the stream was when it last looked.
  std::uint64_t seen_completed = 0;
  /// Whether somebody asks for progress without waiting.
  std::atomic<bool> is_polled{false};
  std::atomic<bool> is_destroyed{false};
  mutable CaptureSlot captured_by{};

 private:
  enum class Role { waiting, background };

  bool claim() noexcept { return !claimed_.load() && !claimed_.exchange(true); }
  void release() noexcept;
  void run(std::uint64_t number, Role role);
  Operation* front();
  void complete(Operation& operation);
  void wait_for_owner(std::uint64_t number);
  void notify() noexcept;

  std::mutex mutex_{};  ///< guards operations_ and failure_
  std::deque<std::unique_ptr<Operation>> operations_{};
  std::atomic<std::uint64_t> submitted_{0};
  std::atomic<std::uint64_t> completed_{0};
  // In programs built without it the sanitizer sees no atomics.
  const ThreadSanitizer* const sanitizer_ = thread_sanitizer();
  mutable char ordered_ = 0;  ///< known to it by its address
  std::atomic<bool> claimed_{false};
  std::atomic<int> waiters_{0};
  std::condition_variable changed_{};  ///< completed_ or claimed_, for the waiters
  std::atomic<bool> has_failed_{false};
  Outcome failure_{};
};

inline bool Point::reached() const noexcept { return !stream || stream->reached(number); }

}  // namespace duet::cpu
