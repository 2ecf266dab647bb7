#pragma once

#include <algorithm>
#include <chrono>
#include <thread>

#include <duet/timeout.hpp>

namespace duet {

/// Polls until a condition holds or the time is over. @returns whether it holds
template <typename Condition>
bool poll_for(Timeout timeout, Condition condition) {
  const std::chrono::steady_clock::time_point end = timeout.end();
  std::chrono::nanoseconds pause{50'000};
  for (;;) {
    if (condition()) return true;
    const std::chrono::nanoseconds left = end - std::chrono::steady_clock::now();
    if (left <= std::chrono::nanoseconds::zero()) return false;
    std::this_thread::sleep_for(std::min(pause, left));
    pause = std::min<std::chrono::nanoseconds>(2 * pause, std::chrono::milliseconds(1));
  }
}

}  // namespace duet
