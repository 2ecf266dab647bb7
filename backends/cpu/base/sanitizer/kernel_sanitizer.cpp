#include "kernel_sanitizer.hpp"

#include "address_sanitizer.hpp"
#include "base/environment.hpp"
#include "thread_sanitizer.hpp"

namespace duet::cpu {

const char* kernel_sanitizer() noexcept {
  if (is_switched_off("DUET_CPU_SANITIZE")) return nullptr;
  if (address_sanitizer() != nullptr) return "-fsanitize=address";
  return thread_sanitizer() != nullptr ? "-fsanitize=thread" : nullptr;
}

}  // namespace duet::cpu
