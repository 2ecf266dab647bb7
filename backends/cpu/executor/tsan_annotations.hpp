#pragma once

#include <deque>

#include "cpu/base/sanitizer/thread_sanitizer.hpp"
#include "cpu/executor/fiber/kernel_thread.hpp"

namespace duet::cpu {

/// Tells ThreadSanitizer, if it is there, that what a launch's caller did is before its blocks, and
/// that they are before what follows this object's end.
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
  char before_ = 0, after_ = 0;  ///< of which only the addresses matter
};

/// Tells ThreadSanitizer which accesses of a runner's kernel threads come before which. Each thread
/// of a block is a flow of its own to it, ordered with the others by barriers, operations of waves
/// and atomics only. The blocks of one runner are ordered, since they use the same stacks and
/// shared memory; those of different runners are not. Does nothing without the sanitizer.
class TsanAnnotations {
 public:
  TsanAnnotations();
  TsanAnnotations(const TsanAnnotations&) = delete;
  TsanAnnotations& operator=(const TsanAnnotations&) = delete;
  ~TsanAnnotations();

  bool is_watched() const noexcept { return sanitizer_ != nullptr; }

  /// On the OS thread, around the blocks of a launch.
  void begin_launch(LaunchOrder& launch) noexcept;
  void end_launch(LaunchOrder& launch) noexcept;
  /// On the OS thread, before each block.
  void begin_block() noexcept;

  /// In a kernel's thread, around what the runner does: it works for all of them, and is not
  /// theirs.
  void begin_runner(KernelThread& thread) noexcept { thread.stack->flow().begin_ignoring(); }
  void end_runner(KernelThread& thread) noexcept { thread.stack->flow().end_ignoring(); }

  /// In a kernel's thread, when it begins and ends.
  void begin_thread(KernelThread& thread, const duet_cpu::Task& task) noexcept;
  void end_thread() noexcept;

  /// In a kernel's thread that comes to a barrier. @returns what to give to `leave_barrier`
  void* come_to_barrier() noexcept;
  void leave_barrier(void* barrier) noexcept { sanitizer_->acquire(barrier); }
  /// Whoever comes from now on waits for the next barrier.
  void open_barrier() noexcept { phase_ ^= 1; }

  /// In a kernel's thread, around an operation of its wave; in the flow where the threads meet, the
  /// other way round.
  void come_to_wave(KernelThread& thread) noexcept { sanitizer_->release(&thread); }
  void leave_wave(KernelThread& thread) noexcept { sanitizer_->acquire(&thread); }

  /// In a kernel's thread: what came before an atomic change of the word is before what follows.
  void follow(const unsigned* word) noexcept { sanitizer_->acquire(const_cast<unsigned*>(word)); }

  /// Calls an action in a flow of its own, unordered with the thread that calls.
  template <typename Action>
  void apart(Action action) noexcept {
    void* const caller = sanitizer_->current();
    void* const flow = new_flow();
    sanitizer_->switch_to(flow, ThreadSanitizer::unordered);
    action();
    sanitizer_->switch_to(caller, ThreadSanitizer::unordered);
    sanitizer_->destroy(flow);
  }

  /// On the OS thread, when a block is given up with its threads wherever they are.
  void give_up(std::deque<KernelThread>& threads) noexcept;

 private:
  void* new_flow() noexcept;

  const ThreadSanitizer* const sanitizer_ = thread_sanitizer();
  void* between_ = nullptr;  ///< the order between blocks; not that of the OS thread, by whose
                             ///< locks they would be ordered with those of other runners
  unsigned phase_ = 0;
  // Only their addresses matter. A thread may come to the next barrier before another has left the
  // last one, so there are two.
  char begin_ = 0, end_ = 0, barriers_[2]{};
};

}  // namespace duet::cpu
