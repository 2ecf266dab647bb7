#pragma once

#include <chrono>

namespace duet::cpu {

inline void pause() noexcept {
#if defined(__x86_64__)
  __builtin_ia32_pause();
#elif defined(__aarch64__)
  __asm__ volatile("yield");
#endif
}

/// Looks again and again. @returns whether `condition` came true in time
template <typename Condition>
bool spin_until(Condition condition, std::chrono::nanoseconds limit) {
  const auto end = std::chrono::steady_clock::now() + limit;
  do {
    for (int i = 0; i < 16; ++i) {
      if (condition()) return true;
      pause();
    }
  } while (std::chrono::steady_clock::now() < end);
  return condition();
}

}  // namespace duet::cpu
