#pragma once

#include <cstddef>

namespace duet::cpu {

/// Describes a stack to the process's sanitizers: a fiber's, or an OS thread's own. Used only if
/// `is_needed()`.
class SanitizerFiber {
 public:
  /// Whether the process has a sanitizer.
  static bool is_needed() noexcept;

  SanitizerFiber() noexcept = default;
  SanitizerFiber(const SanitizerFiber&) = delete;
  SanitizerFiber& operator=(const SanitizerFiber&) = delete;
  ~SanitizerFiber();

  /// Prepares for a fiber that begins, or begins again, on this memory.
  void prepare(const void* bottom, std::size_t bytes) noexcept;
  /// Describes the calling OS thread's own stack.
  void adopt() noexcept;
  /// Call directly before a switch from this stack to `next`.
  void leave(SanitizerFiber& next) noexcept;
  /// Call first after a switch to this stack.
  void enter() noexcept;
  /// Call instead of `enter` in a fiber that begins.
  void begin() noexcept;
  /// Between them ThreadSanitizer ignores the accesses of this fiber, which runs. Not nested.
  void begin_ignoring() noexcept;
  void end_ignoring() noexcept;
  /// The name in reports.
  void set_name(const char* name) noexcept;

 private:
  void destroy() noexcept;

  void* shadow_ = nullptr;  ///< AddressSanitizer's
  const void* bottom_ =
      nullptr;  ///< of the stack; null for an OS thread's own until its first switch
  std::size_t bytes_ = 0;
  void* fiber_ = nullptr;  ///< ThreadSanitizer's
  bool is_thread_ = false;
  bool is_ignoring_ = false;
};

}  // namespace duet::cpu
