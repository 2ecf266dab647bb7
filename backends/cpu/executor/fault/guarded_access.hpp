#pragma once

#include <csetjmp>
#include <cstdint>

namespace duet::cpu {

/// An access to memory of the program, which may be gone: a fault ends the access rather than the
/// process, where there is a `watch` and it installs handlers.
class GuardedAccess {
 public:
  GuardedAccess() noexcept {
    if (watch != nullptr) watch();
  }
  GuardedAccess(const GuardedAccess&) = delete;
  GuardedAccess& operator=(const GuardedAccess&) = delete;

  /// @param action  reads and writes memory and does nothing else: it is left without unwinding
  /// @returns whether it came to its end
  template <typename Action>
  bool run(Action& action) noexcept {
    return run([](void* data) { (*static_cast<Action*>(data))(); }, &action);
  }
  /// Where it faulted.
  std::uintptr_t address() const noexcept { return address_; }

  /// Installs the handlers. Null in libraries that stand in for a driver, which have none.
  static inline void (*watch)() noexcept = nullptr;

  /// For signal handlers: the access that was interrupted; null if the thread is in none.
  static GuardedAccess* interrupted() noexcept;
  /// For signal handlers: ends the access.
  [[noreturn]] void fail(const void* address) noexcept;

 private:
  bool run(void (*action)(void*), void* data) noexcept;

  std::jmp_buf before_{};
  std::uintptr_t address_ = 0;
};

}  // namespace duet::cpu
