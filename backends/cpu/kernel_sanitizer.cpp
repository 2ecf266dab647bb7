#include "kernel_sanitizer.hpp"

#include <cstdlib>
#include <cstring>

#include "address_sanitizer.hpp"
#include "thread_sanitizer.hpp"

namespace duet::cpu {

const char* kernel_sanitizer() noexcept {
  const char* wish = std::getenv("DUET_CPU_SANITIZE");
  if (wish != nullptr && std::strcmp(wish, "off") == 0) return nullptr;
  if (address_sanitizer() != nullptr) return "-fsanitize=address";
  return thread_sanitizer() != nullptr ? "-fsanitize=thread" : nullptr;
}

}  // namespace duet::cpu
