// What cannot be destroyed at once is destroyed later, on account of another object.
#include <atomic>
#include <chrono>
#include <optional>
#include <thread>

#include "call_faults.hpp"
#include "ground.hpp"

namespace duet::test {
namespace {

class PutOffTest : public DeviceTest {
 protected:
  void SetUp() override {
    DeviceTest::SetUp();
    if (!IsSkipped()) (void)CallFaults::instance();
  }

  /// Destroys an object whose device cannot be made current.
  template <typename T>
  void fail_to_destroy(std::optional<T>& object) {
    CallFaults::instance().start({.status = 1});
    object.reset();
    EXPECT_EQ(CallFaults::instance().stop(), 1u);
  }
};

/// Work may wait for the thread that destroys the other object.
TEST_F(PutOffTest, NothingWaitsForTheDeviceInADestructor) {
  const Device device(0);
  const Stream stream(device);
  const Fence fence(device);
  std::optional<Buffer<int>> ordered(std::in_place, driver_pool_resource(device), stream, 16);
  std::optional<Buffer<int>> plain(std::in_place, device, 16);
  fence.wait(stream, 1);
  fail_to_destroy(ordered);
  fail_to_destroy(plain);
  std::atomic<bool> is_late{false}, has_signalled{false};
  std::thread rescuer([&] {
    for (int i = 0; i < 500 && !has_signalled; ++i) {
      std::this_thread::sleep_for(std::chrono::milliseconds(10));
    }
    if (has_signalled) return;
    is_late = true;
    fence.signal(1);
  });
  { const Event another(device); }
  has_signalled = true;
  fence.signal(1);
  rescuer.join();
  stream.synchronize();
  EXPECT_FALSE(is_late) << "the end of an event waited for the fence";
}

}  // namespace
}  // namespace duet::test
