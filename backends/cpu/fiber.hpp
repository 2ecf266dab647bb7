#pragma once

#include <cstddef>

#include "stack_switch.hpp"
#include "watched_flow.hpp"

namespace duet::cpu {

/// The memory of a stack, with a guard below it that faults on overflow.
class FiberStack {
 public:
  /// @param bytes  address space, in whole pages, of which only what is used takes memory
  /// @param color  stacks of different colors begin at different places of a page, since equal
  ///               ones would compete for the same few lines of the cache
  /// @throws std::bad_alloc
  FiberStack(std::size_t bytes, unsigned color);
  FiberStack(const FiberStack&) = delete;
  FiberStack& operator=(const FiberStack&) = delete;
  ~FiberStack();

  void* top() const noexcept { return top_; }
  void* bottom() const noexcept;
  /// Whether an address that faulted tells that the stack was too small.
  bool is_guard(const void* address) const noexcept;
  /// Of the fiber that uses it.
  WatchedFlow& flow() noexcept { return flow_; }

 private:
  WatchedFlow flow_{};
  void* memory_;
  std::size_t bytes_;
  void* top_;
  unsigned registered_ = 0;  ///< with valgrind
};

/// A flow of control that is suspended or running. It must be resumed on the OS thread where it
/// first ran: compilers keep addresses of thread-local variables across calls.
class Fiber {
 public:
  using Entry = void (*)();

  /// Stands for the OS thread that calls `switch_to` on it, unless it is prepared.
  Fiber() noexcept = default;
  Fiber(const Fiber&) = delete;
  Fiber& operator=(const Fiber&) = delete;

  /// Suspends it before the first instruction of `entry`, which does not return. Whatever was
  /// suspended on the stack is forgotten.
  void prepare(FiberStack& stack, Entry entry) noexcept;

  /// Suspends this fiber, which is the running one, and resumes `next`. Tells no sanitizer.
  void switch_to(Fiber& next) noexcept { duet_cpu_switch(&suspended_, next.suspended_); }

 private:
  Suspended suspended_ = nullptr;
};

}  // namespace duet::cpu
