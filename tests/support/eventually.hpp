#pragma once

#include <chrono>
#include <thread>

namespace duet::test {

/// Waits until a condition holds.
/// @returns whether it did within half a minute
template <typename Condition>
bool eventually(Condition&& condition) {
  const auto limit = std::chrono::steady_clock::now() + std::chrono::seconds(30);
  while (!condition()) {
    if (std::chrono::steady_clock::now() > limit) return false;
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
  return true;
}

}  // namespace duet::test
