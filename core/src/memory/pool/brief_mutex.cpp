#include "brief_mutex.hpp"

#include <chrono>
#include <thread>

namespace duet::pool {

void BriefMutex::wait() noexcept {
  constexpr int looks = 200, yields = 50;
  constexpr std::chrono::microseconds pause{50};
  for (int round = 0; !try_lock(); ++round) {
    if (round < looks) continue;
    if (round < looks + yields) {
      std::this_thread::yield();
    } else {
      std::this_thread::sleep_for(pause);
    }
  }
}

}  // namespace duet::pool
