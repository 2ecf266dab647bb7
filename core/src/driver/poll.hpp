#pragma once

#include <algorithm>
#include <chrono>
#include <thread>

namespace duet {

/// Polls until a condition holds or the time is over. @returns whether it holds
template <typename Condition>
bool poll_for(std::chrono::nanoseconds timeout, Condition condition) {
  using Clock = std::chrono::steady_clock;
  const Clock::time_point start = Clock::now();
  std::chrono::nanoseconds pause{50'000};
  for (;;) {
    if (condition()) return true;
    const std::chrono::nanoseconds left = timeout - (Clock::now() - start);
    if (left <= std::chrono::nanoseconds::zero()) return false;
    std::this_thread::sleep_for(std::min(pause, left));
    pause = std::min<std::chrono::nanoseconds>(2 * pause, std::chrono::milliseconds(1));
  }
}

}  // namespace duet
