#include <atomic>
#include <chrono>
#include <thread>

#include "support/device_test.hpp"

namespace duet::test {
namespace {

using EventTest = DeviceTest;

TEST_F(EventTest, IsReachedAfterTheWorkBeforeIt) {
  const Stream stream(device());
  const Event event(device());
  EXPECT_TRUE(event.query()) << "never recorded";
  std::atomic<bool> open = false;
  stream.launch_host_function([&] {
    while (!open) std::this_thread::yield();
  });
  event.record(stream);
  EXPECT_FALSE(event.query());
  open = true;
  event.synchronize();
  EXPECT_TRUE(event.query());
}

TEST_F(EventTest, DoesNotWaitForTheWorkAfterIt) {
  const Stream stream(device());
  const Event event(device());
  std::atomic<bool> open = false;
  event.record(stream);
  stream.launch_host_function([&] {
    while (!open) std::this_thread::yield();
  });
  event.synchronize();
  EXPECT_FALSE(stream.query());
  open = true;
  stream.synchronize();
}

TEST_F(EventTest, RecordingAgainReplacesTheFirst) {
  const Stream stream(device());
  const Event event(device());
  event.record(stream);
  event.synchronize();
  std::atomic<bool> open = false;
  stream.launch_host_function([&] {
    while (!open) std::this_thread::yield();
  });
  event.record(stream);
  EXPECT_FALSE(event.query());
  open = true;
  event.synchronize();
}

TEST_F(EventTest, MeasuresElapsedTime) {
  const Stream stream(device());
  const Event start(device());
  const Event stop(device());
  start.record(stream);
  stream.launch_host_function([] { std::this_thread::sleep_for(std::chrono::milliseconds(20)); });
  stop.record(stream);
  stop.synchronize();
  const float ms = elapsed_ms(start, stop);
  EXPECT_GE(ms, 19.0f);
  EXPECT_LT(ms, 5000.0f);
}

TEST_F(EventTest, ElapsedTimeNeedsReachedTimedEvents) {
  const Stream stream(device());
  const Event start(device());
  const Event stop(device());
  EXPECT_EQ(error_of([&] { (void)elapsed_ms(start, stop); }).code(), ErrorCode::invalid_argument);

  const Event untimed(device(), {.timing = false});
  start.record(stream);
  untimed.record(stream);
  stream.synchronize();
  EXPECT_EQ(error_of([&] { (void)elapsed_ms(start, untimed); }).code(),
            ErrorCode::invalid_argument);

  std::atomic<bool> open = false;
  stream.launch_host_function([&] {
    while (!open) std::this_thread::yield();
  });
  stop.record(stream);
  EXPECT_THAT(error_of([&] { (void)elapsed_ms(start, stop); }).what(),
              testing::HasSubstr("has not completed"));
  open = true;
  stream.synchronize();
  EXPECT_GE(elapsed_ms(start, stop), 0.0f);
}

TEST_F(EventTest, MayBeDestroyedWhileStreamsUseIt) {
  const Stream first(device());
  const Stream second(device());
  std::atomic<bool> open = false;
  std::atomic<bool> after = false;
  first.launch_host_function([&] {
    while (!open) std::this_thread::yield();
  });
  {
    const Event event(device());
    event.record(first);
    second.wait(event);
  }
  second.launch_host_function([&] { after = open.load(); });
  open = true;
  second.synchronize();
  EXPECT_TRUE(after);
}

TEST_F(EventTest, AMovedFromEventIsAnError) {
  Event event(device());
  const Event taken = std::move(event);
  EXPECT_FALSE(event);  // NOLINT(bugprone-use-after-move): the state is part of the contract
  const Stream stream(device());
  EXPECT_EQ(error_of([&] { event.record(stream); }).code(), ErrorCode::invalid_handle);
  EXPECT_EQ(error_of([&] { stream.wait(event); }).code(), ErrorCode::invalid_handle);
  EXPECT_EQ(error_of([&] { (void)event.query(); }).code(), ErrorCode::invalid_handle);
  taken.record(stream);
  taken.synchronize();
}

TEST_F(EventTest, ReleaseAndAdoptTransferOwnership) {
  Event event(device());
  const Event owner = Event::adopt(event.release());
  EXPECT_FALSE(event);
  EXPECT_TRUE(owner.query());
}

TEST_F(EventTest, BelongsToOneDevice) {
  if (Device::count() < 2) GTEST_SKIP() << "needs two devices";
  const Stream stream(Device(1));
  const Event event(Device(0));
  EXPECT_EQ(error_of([&] { event.record(stream); }).code(), ErrorCode::invalid_argument);
  const Event other(Device(1));
  other.record(stream);
  const Stream first(Device(0));
  first.wait(other);
  first.synchronize();
}

}  // namespace
}  // namespace duet::test
