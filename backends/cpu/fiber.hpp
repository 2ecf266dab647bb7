#pragma once

#include <cstddef>

#include "stack_switch.hpp"

#if defined(__SANITIZE_ADDRESS__)
#define DUET_CPU_ASAN 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
#define DUET_CPU_ASAN 1
#endif
#endif
#ifdef DUET_CPU_ASAN
#include <sanitizer/common_interface_defs.h>
#endif

#if defined(__SANITIZE_THREAD__)
#define DUET_CPU_TSAN 1
#elif defined(__has_feature)
#if __has_feature(thread_sanitizer)
#define DUET_CPU_TSAN 1
#endif
#endif

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

 private:
  void* memory_;
  std::size_t bytes_;
  void* top_;
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

  /// Suspends it before the first instruction of `entry`, which calls `begin` first and does not
  /// return. Whatever was suspended on the stack is forgotten.
  void prepare(const FiberStack& stack, Entry entry) noexcept;

  /// Suspends this fiber, which is the running one, and resumes `next`.
  void switch_to(Fiber& next) noexcept {
    begin_switch(next);
    duet_cpu_switch(&suspended_, next.suspended_);
    end_switch();
  }
  void begin() noexcept {
    end_switch();
    forget_frames();
  }

 private:
#ifdef DUET_CPU_ASAN
  void begin_switch(Fiber& next) noexcept;
  void end_switch() noexcept;
  void forget_frames() noexcept;

  void* shadow_ = nullptr;
  const void* bottom_ = nullptr;
  std::size_t bytes_ = 0;
#else
  void begin_switch(Fiber&) noexcept {}
  void end_switch() noexcept {}
  void forget_frames() noexcept {}
#endif

  Suspended suspended_ = nullptr;
};

}  // namespace duet::cpu
