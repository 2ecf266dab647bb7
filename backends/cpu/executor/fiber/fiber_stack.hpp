#pragma once

#include <cstddef>

#include "cpu/base/sanitizer/sanitizer_fiber.hpp"
#include "stack_switch.hpp"

namespace duet::cpu {

/// The memory of a fiber's stack, with a guard below it that faults on overflow.
///
/// A fiber must be resumed on the OS thread where it first ran: compilers keep addresses of
/// thread-local variables across calls.
class FiberStack {
 public:
  using Entry = void (*)();

  /// @param bytes  address space, in whole pages, of which only what is used takes memory
  /// @param color  stacks of different colors begin at different places of a page, since equal
  ///               ones would compete for the same few lines of the cache
  /// @throws std::bad_alloc
  FiberStack(std::size_t bytes, unsigned color);
  FiberStack(const FiberStack&) = delete;
  FiberStack& operator=(const FiberStack&) = delete;
  ~FiberStack();

  /// A fiber that is suspended before the first instruction of `entry`, which does not return.
  /// Whatever was suspended on the stack is forgotten.
  Suspended prepare(Entry entry) noexcept;
  /// The same, also on the stack itself, where no sanitizer has to be told.
  Suspended prepare_again(Entry entry) noexcept { return prepare_stack(top_, bottom(), entry); }
  /// Whether an address that faulted tells that the stack was too small.
  bool is_guard(const void* address) const noexcept;
  /// Of the fiber that uses it.
  SanitizerFiber& flow() noexcept { return flow_; }

 private:
  static constexpr std::size_t page = 4096;  ///< the guard is one

  void* bottom() const noexcept { return static_cast<char*>(memory_) + page; }

  SanitizerFiber flow_{};
  void* memory_;
  std::size_t bytes_;
  void* top_;
  unsigned registered_ = 0;  ///< with valgrind
};

}  // namespace duet::cpu
