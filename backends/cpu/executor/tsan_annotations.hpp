#pragma once

#include <deque>

#include "cpu/base/sanitizer/thread_sanitizer.hpp"
#include "cpu/executor/fiber/kernel_thread.hpp"

namespace duet::cpu {

/// Tells ThreadSanitizer, if the process has it, that a launch's blocks come after what its caller
/// did before, and before what the caller does after this object's end.
class LaunchOrder {
 public:
  LaunchOrder() noexcept {
    if (sanitizer_ != nullptr) sanitizer_->release(&before_);
  }
  LaunchOrder(const LaunchOrder&) = delete;
  LaunchOrder& operator=(const LaunchOrder&) = delete;
  ~LaunchOrder() {
    if (sanitizer_ != nullptr) sanitizer_->acquire(&after_);
  }

 private:
  friend class TsanAnnotations;

  const ThreadSanitizer* const sanitizer_ = thread_sanitizer();
  char before_ = 0, after_ = 0;  ///< only their addresses matter
};

/// Tells ThreadSanitizer the order of memory accesses in a runner's kernel threads. Each thread of
/// a block is a fiber of the sanitizer, ordered with the others by barriers, wave operations and
/// atomics only. The blocks of one runner are ordered, since they use the same stacks and shared
/// memory; blocks of different runners are not. Without the sanitizer only `is_active`, the launch
/// members and `abandon` may be called; they do nothing.
class TsanAnnotations {
 public:
  TsanAnnotations();
  TsanAnnotations(const TsanAnnotations&) = delete;
  TsanAnnotations& operator=(const TsanAnnotations&) = delete;
  ~TsanAnnotations();

  bool is_active() const noexcept { return sanitizer_ != nullptr; }

  /// On the OS thread, before and after the blocks of a launch.
  void begin_launch(LaunchOrder& launch) noexcept;
  void end_launch(LaunchOrder& launch) noexcept;
  /// On the OS thread, before each block.
  void begin_block() noexcept;

  /// In a kernel's thread, around the runner's own work, whose accesses are not the kernel's.
  void begin_runner(KernelThread& thread) noexcept {
    thread.stack->sanitizer_fiber().begin_ignoring();
  }
  void end_runner(KernelThread& thread) noexcept { thread.stack->sanitizer_fiber().end_ignoring(); }

  /// In a kernel's thread, when it begins and ends.
  void begin_thread(KernelThread& thread, const duet_cpu::Task& task) noexcept;
  void end_thread() noexcept;

  /// In a kernel's thread that arrives at a barrier. @returns the argument of `leave_barrier`
  void* arrive_at_barrier() noexcept;
  void leave_barrier(void* barrier) noexcept { sanitizer_->acquire(barrier); }
  /// All threads have arrived: later arrivals belong to the next barrier.
  void open_barrier() noexcept { phase_ ^= 1; }

  /// In a kernel's thread, before and after an operation of its wave. The fiber that completes the
  /// operation calls them the other way round.
  void arrive_at_wave(KernelThread& thread) noexcept { sanitizer_->release(&thread); }
  void leave_wave(KernelThread& thread) noexcept { sanitizer_->acquire(&thread); }

  /// In a kernel's thread: orders what follows after the atomic change of a word.
  void follow(const unsigned* word) noexcept { sanitizer_->acquire(const_cast<unsigned*>(word)); }

  /// Calls an action in a fiber of its own, unordered with the caller.
  template <typename Action>
  void apart(Action action) noexcept {
    void* const caller = sanitizer_->current();
    void* const fiber = new_fiber();
    sanitizer_->switch_to(fiber, ThreadSanitizer::unordered);
    action();
    sanitizer_->switch_to(caller, ThreadSanitizer::unordered);
    sanitizer_->destroy(fiber);
  }

  /// On the OS thread, when a block is abandoned with its threads suspended anywhere.
  void abandon(std::deque<KernelThread>& threads) noexcept;

 private:
  void* new_fiber() noexcept;

  const ThreadSanitizer* const sanitizer_ = thread_sanitizer();
  void* between_ = nullptr;  ///< the fiber that orders one block after the other; the OS thread's
                             ///< own is also ordered by locks, and so with other runners
  unsigned phase_ = 0;
  // Only their addresses matter. Two barriers, since a thread may arrive at the next one before
  // another has left the last.
  char begin_ = 0, end_ = 0, barriers_[2]{};
};

}  // namespace duet::cpu
