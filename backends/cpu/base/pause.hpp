#pragma once

#include <chrono>

namespace duet::cpu {

/// Tells the core that it runs a loop that polls.
inline void pause() noexcept {
#if defined(__x86_64__)
  __builtin_ia32_pause();
#elif defined(__aarch64__)
  __asm__ volatile("yield");
#endif
}

/// Polls until the condition is true or the time is over. @returns whether it became true
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
