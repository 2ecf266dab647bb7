#include <duet/device_wait.hpp>

#include <atomic>
#include <chrono>
#include <thread>

#include "support/device_test.hpp"
#include "support/eventually.hpp"

namespace duet::test {
namespace {

using namespace std::chrono_literals;

using DeviceWaitTest = DeviceTest;

TEST_F(DeviceWaitTest, IsMeasuredWhileAThreadWaits) {
  EXPECT_EQ(longest_wait(device()), 0ns);  // begins the measurement
  const Stream stream(device());
  std::atomic<bool> may_end{false};
  stream.launch_host_function([&] {
    while (!may_end) std::this_thread::sleep_for(1ms);
  });
  std::thread waiting([&] { stream.synchronize(); });
  EXPECT_TRUE(eventually([&] { return longest_wait(device()) >= 20ms; }));
  if (Device::count() > 1) {
    EXPECT_EQ(longest_wait(Device(1)), 0ns);
  }
  may_end = true;
  waiting.join();
  EXPECT_EQ(longest_wait(device()), 0ns);
}

}  // namespace
}  // namespace duet::test
