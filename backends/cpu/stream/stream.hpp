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

/// A point in a stream's work: reached when that number of its operations is done.
struct Point {
  std::shared_ptr<Stream> stream{};
  std::uint64_t number = 0;

  bool reached() const noexcept;
};

/// An operation of a stream.
class Operation {
 public:
  Operation() = default;
  Operation(const Operation&) = delete;
  Operation& operator=(const Operation&) = delete;
  virtual ~Operation() = default;

  /// Whether it can run now. Never blocks.
  virtual bool is_ready() const noexcept { return true; }
  /// Blocks until it can run.
  virtual void wait_until_ready() const {}
  /// Called on any thread.
  virtual Outcome run() noexcept = 0;
  /// Its type as a node of a captured graph.
  virtual GraphNodeType type() const noexcept { return GraphNodeType::empty; }
};

/// Makes its stream wait for a point in another stream.
class WaitOperation final : public Operation {
 public:
  explicit WaitOperation(Point point) noexcept : point_(std::move(point)) {}
  bool is_ready() const noexcept override { return point_.reached(); }
  void wait_until_ready() const override;
  Outcome run() noexcept override { return Status::success; }

 private:
  Point point_;
};

/// A queue of operations. The first thread that waits for one claims the stream and executes its
/// operations; a background worker does so if no thread waits for a while.
///
/// Threads cannot deadlock by events: a thread blocks only for an operation that was submitted
/// before the one that it executes, so that every chain of waiting threads ends in a running one. A
/// wait for a number (stream_wait_value) blocks until the program writes it.
///
/// Thread-safety: all members from any thread.
struct Stream : std::enable_shared_from_this<Stream> {
 public:
  /// @throws std::bad_alloc
  Stream(int on_device, bool blocking, int urgency)
      : device(on_device), is_blocking(blocking), priority(urgency) {}
  Stream(const Stream&) = delete;
  Stream& operator=(const Stream&) = delete;
  /// Logs a failure that no call has reported.
  ~Stream();

  const int device;
  const bool is_blocking;  ///< ordered with the device's default stream
  const int priority;      ///< smaller is more urgent

  /// Appends an operation. @returns its number, counted from 1. @throws std::bad_alloc
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

  /// Returns when that number of operations is done. Executes them unless another thread does.
  void finish(std::uint64_t number);
  void finish() { finish(submitted()); }

  /// The first failure since `forget_failure`. Without memory for its text that is left out.
  Outcome failure() noexcept;
  void forget_failure() noexcept;

  /// For background workers: whether there is work that no thread does and that can run now.
  bool is_runnable();
  /// Executes operations until there are none, or a waiting thread can take over.
  void run_in_background();

  /// `completed` at the workers' last survey.
  std::uint64_t seen_completed = 0;
  /// Whether a thread queried the stream without waiting for it.
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
  // Tells the sanitizer the order, since it does not see the atomics of a library built without it.
  const ThreadSanitizer* const sanitizer_ = thread_sanitizer();
  mutable char ordered_ = 0;  ///< only its address matters
  std::atomic<bool> claimed_{false};
  std::atomic<int> waiters_{0};
  std::condition_variable changed_{};  ///< signals changes of completed_ or claimed_
  std::atomic<bool> has_failed_{false};
  Outcome failure_{};
};

inline void WaitOperation::wait_until_ready() const { point_.stream->finish(point_.number); }

inline bool Point::reached() const noexcept { return !stream || stream->reached(number); }

}  // namespace duet::cpu
