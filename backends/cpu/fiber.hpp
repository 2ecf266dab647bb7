#pragma once

#include <boost/context/detail/fcontext.hpp>
#include <cstddef>
#include <utility>

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

namespace duet::cpu {

/// The memory of a stack, with a page below it that faults on overflow.
class FiberStack {
 public:
  /// @param color  stacks of different colors begin at different places of a page, since equal
  ///               ones would compete for the same few lines of the cache
  /// @throws std::bad_alloc
  explicit FiberStack(unsigned color);
  FiberStack(const FiberStack&) = delete;
  FiberStack& operator=(const FiberStack&) = delete;
  ~FiberStack();

  void* top() const noexcept { return top_; }
  std::size_t usable_bytes() const noexcept;

 private:
  void* memory_;
  void* top_;
};

/// A flow of control that is suspended or running. It must be resumed on the OS thread where it
/// first ran: compilers keep addresses of thread-local variables across calls.
class Fiber {
 public:
  using Entry = void (*)(void* argument);

  /// Stands for the OS thread that calls `switch_to` on it.
  Fiber() noexcept = default;
  /// Suspended before its first instruction. `entry` must not return.
  Fiber(const FiberStack& stack, Entry entry, void* argument) noexcept;
  Fiber(const Fiber&) = delete;
  Fiber& operator=(const Fiber&) = delete;

  /// Suspends this fiber, which is the running one, and resumes `next`.
  void switch_to(Fiber& next) noexcept {
    next_ = &next;
    begin_switch(next);
    end_switch(boost::context::detail::jump_fcontext(next.context_, this));
  }

 private:
  static void start(boost::context::detail::transfer_t from);

  void begin_switch([[maybe_unused]] Fiber& next) noexcept {
#ifdef DUET_CPU_ASAN
    __sanitizer_start_switch_fiber(&shadow_, next.bottom_, next.bytes_);
#endif
  }
  void end_switch(boost::context::detail::transfer_t from) noexcept {
    auto* const previous = static_cast<Fiber*>(from.data);
    previous->context_ = from.fctx;
#ifdef DUET_CPU_ASAN
    __sanitizer_finish_switch_fiber(shadow_, &previous->bottom_, &previous->bytes_);
#endif
  }

  boost::context::detail::fcontext_t context_ = nullptr;
  Fiber* next_ = nullptr;  ///< where the last switch went
  Entry entry_ = nullptr;
  void* argument_ = nullptr;
#ifdef DUET_CPU_ASAN
  void* shadow_ = nullptr;
  const void* bottom_ = nullptr;
  std::size_t bytes_ = 0;
#endif
};

}  // namespace duet::cpu
