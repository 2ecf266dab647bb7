#include "guarded_access.hpp"

#include "fault_signals.hpp"

namespace duet::cpu {

namespace {

thread_local GuardedAccess* running = nullptr;

}  // namespace

GuardedAccess* GuardedAccess::interrupted() noexcept { return running; }

bool GuardedAccess::run(void (*action)(void*), void* data) noexcept {
  watch_fault_signals();
  const bool is_first = _setjmp(before_) == 0;
  if (is_first) {
    running = this;
    action(data);
  }
  running = nullptr;
  return is_first;
}

void GuardedAccess::fail(const void* address) noexcept {
  address_ = reinterpret_cast<std::uintptr_t>(address);
  _longjmp(before_, 1);
}

}  // namespace duet::cpu
