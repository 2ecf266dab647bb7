#include "handles.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <thread>

#include <duet/device.hpp>
#include <duet/event.hpp>

#include "call_faults.hpp"

namespace duet::test {

namespace {

/// Makes up for destructions that failed, and waits for threads that still release handles.
/// @param is_enough  called with the handles
template <typename Condition>
Handles wait_for_handles(const Condition& is_enough) {
  const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(3);
  for (;;) {
    for (const Device& device : Device::all()) (void)Event(device);
    Handles handles = CallFaults::instance().handles();
    if (is_enough(handles) || std::chrono::steady_clock::now() > end) return handles;
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
}

}  // namespace

Handles settled_handles() {
  Handles last;
  int unchanged = 0;
  return wait_for_handles([&](const Handles& handles) {
    unchanged = handles == last ? unchanged + 1 : 0;
    last = handles;
    return unchanged == 50;
  });
}

void expect_handles(Handles& known) {
  static int threads_before = 0;
  bool is_settled = false;
  const Handles now = wait_for_handles([&](const Handles& handles) {
    const Handles by_thread{{"communicator", 1}, {"stream", 1}, {"memory", 3}};
    const int threads = std::max(threads_in_nccl() - threads_before, 0);
    is_settled = std::all_of(handles.begin(), handles.end(), [&](const auto& kind) {
      const auto held = by_thread.find(kind.first);
      const std::int64_t more = held == by_thread.end() ? 0 : threads * held->second;
      return kind.second <= known.at(kind.first) + more;
    });
    return is_settled;
  });
  EXPECT_TRUE(is_settled) << "handles are left: " << testing::PrintToString(now) << ", there were "
                          << testing::PrintToString(known);
  EXPECT_EQ(CallFaults::instance().unknown_destroyed(), 0u) << "handles are destroyed twice";
  known = now;
  threads_before = threads_in_nccl();
}

}  // namespace duet::test
