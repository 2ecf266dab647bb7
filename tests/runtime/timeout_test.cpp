#include <chrono>
#include <limits>
#include <thread>

#include <duet/timeout.hpp>

#include "support/device_test.hpp"

namespace duet::test {
namespace {

using namespace std::chrono_literals;

class TimeoutTest : public DeviceTest {};

TEST(TimeoutValue, IsThatOfEachUnitWithinLimits) {
  EXPECT_EQ(Timeout(3ms).time(), 3ms);
  EXPECT_EQ(Timeout(1.5s).time(), 1500ms);
  EXPECT_EQ(Timeout(0s).time(), 0ns);
  EXPECT_EQ(Timeout(-1s).time(), 0ns);
  EXPECT_EQ(Timeout(std::chrono::nanoseconds::min()).time(), 0ns);
  EXPECT_EQ(Timeout(std::chrono::hours::min()).time(), 0ns);
  EXPECT_EQ(Timeout(std::chrono::nanoseconds::max()).time(), Timeout::longest);
  EXPECT_EQ(Timeout(std::chrono::milliseconds::max()).time(), Timeout::longest);
  EXPECT_EQ(Timeout(std::chrono::hours::max()).time(), Timeout::longest);
  using Seconds = std::chrono::duration<double>;
  EXPECT_EQ(Timeout(Seconds(std::numeric_limits<double>::infinity())).time(), Timeout::longest);
  EXPECT_EQ(Timeout(Seconds(std::numeric_limits<double>::quiet_NaN())).time(), 0ns);
  EXPECT_GT(Timeout::longest + std::chrono::steady_clock::now(), Timeout(1h).end());
}

TEST_F(TimeoutTest, TheLongestTimesOfAllUnitsWaitForTheWork) {
  const Stream stream(device());
  const Event event(device());
  const Fence fence(device()), gate(device());
  const auto waits = [&](const auto& wait) {
    const std::uint64_t next = fence.value() + 1;
    gate.wait(stream, next);
    event.record(stream);
    fence.signal(stream, next);
    std::thread opener([&] {
      std::this_thread::sleep_for(5ms);
      gate.signal(next);
    });
    const bool has_ended = wait(next);
    opener.join();
    stream.synchronize();
    return has_ended;
  };
  const auto test = [&](auto time) {
    EXPECT_TRUE(waits([&](std::uint64_t) { return stream.wait_for(time); }));
    EXPECT_TRUE(waits([&](std::uint64_t) { return event.wait_for(time); }));
    EXPECT_TRUE(waits([&](std::uint64_t value) { return fence.wait_for(value, time); }));
  };
  test(std::chrono::nanoseconds::max());
  test(std::chrono::milliseconds::max());
  test(std::chrono::seconds::max());
  test(std::chrono::hours::max());
}

TEST_F(TimeoutTest, NoTimeIsNoWait) {
  const Stream stream(device());
  const Fence fence(device());
  fence.wait(stream, 1);
  EXPECT_FALSE(stream.wait_for(0s));
  EXPECT_FALSE(stream.wait_for(std::chrono::hours::min()));
  EXPECT_FALSE(fence.wait_for(1, -1ns));
  fence.signal(1);
  stream.synchronize();
}

}  // namespace
}  // namespace duet::test
