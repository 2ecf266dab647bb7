#include "guarded_access.hpp"

namespace duet::cpu {

namespace {

thread_local GuardedAccess* present_access = nullptr;

}  // namespace

GuardedAccess* GuardedAccess::interrupted() noexcept { return present_access; }

bool GuardedAccess::run(void (*action)(void*), void* data) noexcept {
  const bool is_first = _setjmp(before_) == 0;
  if (is_first) {
    present_access = this;
    action(data);
  }
  present_access = nullptr;
  return is_first;
}

void GuardedAccess::fail(const void* address) noexcept {
  address_ = reinterpret_cast<std::uintptr_t>(address);
  _longjmp(before_, 1);
}

}  // namespace duet::cpu
