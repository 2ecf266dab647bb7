#include <atomic>
#include <chrono>
#include <functional>
#include <optional>
#include <span>
#include <thread>
#include <vector>

#include "support/device_test.hpp"

namespace duet::test {
namespace {

using namespace std::chrono_literals;
using testing::HasSubstr;

class FenceTest : public DeviceTest {
 protected:
  static bool has_stream_values() { return device().info().stream_values; }
};

TEST_F(FenceTest, AStreamWaitsForTheHost) {
  const Stream stream(device());
  const Fence fence(device());
  std::atomic<bool> has_run = false;
  fence.wait(stream, 5);
  stream.launch_host_function([&] { has_run = true; });
  fence.signal(4);
  EXPECT_FALSE(stream.wait_for(20ms));
  EXPECT_FALSE(has_run);
  fence.signal(7);  // more than is waited for
  stream.synchronize();
  EXPECT_TRUE(has_run);
  EXPECT_EQ(fence.value(), 7u);
}

TEST_F(FenceTest, TheHostWaitsForAStream) {
  const Stream stream(device());
  const Fence fence(device());
  const auto result = HostBuffer<int>::pinned(device(), 1);
  const Buffer<int> x(device(), 1);
  fill(stream, x, 42);
  copy(stream, result, x);
  fence.signal(stream, 1);
  fence.wait(1);
  EXPECT_EQ(result[0], 42);
  EXPECT_EQ(fence.value(), 1u);
  stream.synchronize();
}

TEST_F(FenceTest, AWaitEndsByItself) {
  const Fence fence(device());
  EXPECT_FALSE(fence.wait_for(1, 2ms));
  EXPECT_TRUE(fence.wait_for(0, 0ns));
  fence.signal(1);
  EXPECT_TRUE(fence.wait_for(1, 0ns));
}

TEST_F(FenceTest, AStreamWaitsForALaterSignalOfAnother) {
  if (!has_stream_values()) GTEST_SKIP() << "needs stream memory operations";
  const Stream waiting(device()), signalling(device());
  const Fence fence(device());
  const Buffer<int> x(device(), 1000);
  fill(signalling, x, 0);
  signalling.synchronize();
  auto seen = HostBuffer<int>::pinned(device(), 1000);  // with other memory, the copy would block
  fence.wait(waiting, 1);
  copy(waiting, seen, x);
  fill(signalling, x, 9);
  fence.signal(signalling, 1);
  waiting.synchronize();
  EXPECT_EQ(std::vector<int>(seen.begin(), seen.end()), std::vector<int>(1000, 9));
}

TEST_F(FenceTest, StreamsAndTheHostTakeTurns) {
  const Stream a(device()), b(device());
  const Fence fence(device());
  const Buffer<int> x(device(), 1);
  fill(a, x, 0);
  a.synchronize();
  constexpr int turns = 50;
  std::vector<int> seen(turns);
  for (unsigned i = 0; i < turns; ++i) {
    fill(a, x, static_cast<int>(i) + 1);
    fence.signal(a, 3 * i + 1);
    fence.wait(b, 3 * i + 1);
    copy(b, std::span(seen).subspan(i, 1), x);
    fence.signal(b, 3 * i + 2);
    fence.wait(3 * i + 2);
    EXPECT_EQ(seen[i], static_cast<int>(i) + 1);
    fence.signal(3 * i + 3);
  }
}

/// Only the order of the values that a thread signals decides what it sees.
TEST_F(FenceTest, ThreadsPassWorkOn) {
  const Fence fence(device());
  const Buffer<int> x(device(), 1);
  constexpr unsigned threads = 4, rounds = 25;
  std::vector<std::thread> all;
  const Stream first(device());
  fill(first, x, 0);
  first.synchronize();
  const Kernel add = make_kernel(device(), "__global__ void add(int* x) { *x += 1; }", "add");
  for (unsigned t = 0; t < threads; ++t) {
    all.emplace_back([&, t] {
      const Stream stream(device());
      for (unsigned i = 0; i < rounds; ++i) {
        const unsigned turn = i * threads + t;
        fence.wait(turn);
        launch(stream, add, {{1}, {1}}, x);
        fence.signal(stream, turn + 1);
      }
      stream.synchronize();
    });
  }
  for (std::thread& thread : all) thread.join();
  EXPECT_EQ(read(first, x), std::vector<int>{threads * rounds});
}

TEST_F(FenceTest, StreamsOfAnotherDeviceUseIt) {
  if (Device::count() < 2) GTEST_SKIP() << "needs two devices";
  const Stream a(device()), b(Device(1));
  const Fence fence(device());
  std::atomic<int> order = 0;
  int a_place = 0, b_place = 0;
  a.launch_host_function([&] { a_place = ++order; });
  fence.signal(a, 1);
  fence.wait(b, 1);
  b.launch_host_function([&] { b_place = ++order; });
  b.synchronize();
  EXPECT_EQ(a_place, 1);
  EXPECT_EQ(b_place, 2);
}

TEST_F(FenceTest, DestroyingItEndsItsWaits) {
  const Stream stream(device());
  {
    const Fence fence(device());
    fence.wait(stream, 100);
  }
  stream.synchronize();
}

TEST_F(FenceTest, MovesItsOwnership) {
  Fence fence(device());
  fence.signal(3);
  Fence other = std::move(fence);
  EXPECT_FALSE(fence);  // NOLINT(bugprone-use-after-move)
  EXPECT_EQ(other.value(), 3u);
  fence = Fence(device());
  fence = std::move(other);
  EXPECT_EQ(fence.value(), 3u);
}

TEST_F(FenceTest, BadInput) {
  const Stream stream(device());
  const Fence fence(device());
  fence.signal(5);
  const Error smaller = error_of([&] { fence.signal(4); });
  EXPECT_EQ(smaller.code(), ErrorCode::invalid_argument);
  EXPECT_THAT(smaller.what(), HasSubstr("has reached 5, and 4 is signalled"));
  EXPECT_EQ(fence.value(), 5u);
  for (const auto& action : std::vector<std::function<void()>>{
           [&] { fence.signal(Fence::limit); }, [&] { fence.signal(stream, Fence::limit); },
           [&] { fence.wait(stream, Fence::limit); }, [&] { fence.wait(Fence::limit); }}) {
    EXPECT_EQ(error_of(action).code(), ErrorCode::invalid_argument);
  }
  const Fence empty;
  EXPECT_FALSE(empty);
  EXPECT_EQ(error_of([&] { empty.signal(1); }).code(), ErrorCode::invalid_handle);
  EXPECT_EQ(error_of([&] { (void)empty.value(); }).code(), ErrorCode::invalid_handle);
  std::optional<Error> in_host_function;
  stream.launch_host_function([&] { in_host_function = error_of([&] { fence.wait(5); }); });
  stream.synchronize();
  EXPECT_EQ(in_host_function->code(), ErrorCode::invalid_argument);
}

TEST_F(FenceTest, IsNotCaptured) {
  if (!device().info().stream_capture) GTEST_SKIP() << "needs stream capture";
  const Stream stream(device());
  const Fence fence(device());
  {
    const StreamCapture capture(stream);
    const Error error = error_of([&] { fence.wait(stream, 1); });
    EXPECT_EQ(error.code(), ErrorCode::capture_failed);
    EXPECT_THAT(error.what(), HasSubstr("events and host functions"));
    EXPECT_EQ(error_of([&] { fence.signal(stream, 1); }).code(), ErrorCode::capture_failed);
  }
  EXPECT_EQ(fence.value(), 0u);
  fence.signal(stream, 1);
  fence.wait(1);
}

}  // namespace
}  // namespace duet::test
