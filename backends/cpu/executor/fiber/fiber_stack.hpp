#pragma once

#include <cstddef>

#include "cpu/base/sanitizer/sanitizer_fiber.hpp"
#include "stack_switch.hpp"

namespace duet::cpu {

/// The memory of a fiber's stack. The guard page below it faults on overflow, the one above it on
/// accesses behind the first frames' arrays.
///
/// A fiber must always run on the same OS thread: compilers keep addresses of thread-local
/// variables across calls.
class FiberStack {
 public:
  using Entry = void (*)();

  /// @param bytes  address space, in whole pages; only used pages take memory
  /// @param color  shifts the stack's top: tops at the same place of a page would compete for the
  ///               same few cache lines
  /// @throws std::bad_alloc
  FiberStack(std::size_t bytes, unsigned color);
  FiberStack(const FiberStack&) = delete;
  FiberStack& operator=(const FiberStack&) = delete;
  ~FiberStack();

  /// Makes a fiber that is suspended before the first instruction of `entry`, which must not
  /// return. Discards an earlier fiber on the stack.
  Suspended prepare(Entry entry) noexcept;
  /// Does the same, also while the caller runs on this stack. Only for processes without
  /// sanitizers.
  Suspended prepare_again(Entry entry) noexcept { return prepare_stack(top_, bottom(), entry); }
  /// Whether an address lies in the guard page: an access to it means a stack overflow.
  bool is_guard(const void* address) const noexcept;
  /// Whether it lies in the guard page above the stack.
  bool is_upper_guard(const void* address) const noexcept;
  /// The sanitizers' description of the stack's fiber.
  SanitizerFiber& sanitizer_fiber() noexcept { return sanitizer_fiber_; }

 private:
  static constexpr std::size_t page = 4096;  ///< also the guards' size

  void* bottom() const noexcept { return static_cast<char*>(memory_) + page; }
  void* end() const noexcept { return static_cast<char*>(memory_) + bytes_ - page; }

  SanitizerFiber sanitizer_fiber_{};
  void* memory_;
  std::size_t bytes_;
  void* top_;
  unsigned registered_ = 0;  ///< the number of `register_stack`
};

}  // namespace duet::cpu
