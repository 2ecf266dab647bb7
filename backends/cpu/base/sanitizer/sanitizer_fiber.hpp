#pragma once

#include <cstddef>

namespace duet::cpu {

/// What the sanitizers in the process know of a flow of control: a fiber's or an OS thread's own.
class SanitizerFiber {
 public:
  /// Whether there is a sanitizer; else nothing here needs to be called.
  static bool is_needed() noexcept;

  SanitizerFiber() noexcept = default;
  SanitizerFiber(const SanitizerFiber&) = delete;
  SanitizerFiber& operator=(const SanitizerFiber&) = delete;
  ~SanitizerFiber();

  /// For a fiber that is to begin, again perhaps, on this memory.
  void prepare(const void* bottom, std::size_t bytes) noexcept;
  /// For the flow of the OS thread that calls.
  void adopt() noexcept;
  /// Directly before a switch from this flow to `next`.
  void leave(SanitizerFiber& next) noexcept;
  /// The first thing after it, in the flow that goes on.
  void enter() noexcept;
  /// Instead, in a fiber that begins.
  void begin() noexcept;
  /// In this flow: its accesses in between do not count. Not nested.
  void begin_ignoring() noexcept;
  void end_ignoring() noexcept;
  /// For reports.
  void set_name(const char* name) noexcept;

 private:
  void destroy() noexcept;

  void* shadow_ = nullptr;        ///< AddressSanitizer's
  const void* bottom_ = nullptr;  ///< of the stack; unknown at first if it is an OS thread's own
  std::size_t bytes_ = 0;
  void* fiber_ = nullptr;  ///< ThreadSanitizer's
  bool is_thread_ = false;
  bool is_ignoring_ = false;
};

}  // namespace duet::cpu
