// The CPU backend shares the cores among streams.

#include <sys/resource.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <mutex>
#include <thread>

#include "../support/device_test.hpp"
#include "../support/eventually.hpp"

namespace duet::test {
namespace {

using namespace std::chrono_literals;

using SchedulingTest = DeviceTest;

int cores() { return std::max(1, static_cast<int>(std::thread::hardware_concurrency())); }

/// The maximum number of threads that run streams in the background.
int background_threads() { return std::clamp(cores(), 2, 8); }

TEST_F(SchedulingTest, AllStreamsTogetherUseNoMoreThanTheCores) {
#ifdef __has_feature
#if __has_feature(thread_sanitizer)
  GTEST_SKIP()
      << "with ThreadSanitizer neighbouring blocks run concurrently on any number of cores";
#endif
#endif
  const Kernel busy = make_kernel(device(), R"(
    __global__ void busy(int* running, int* most) {
      atomicMax(most, atomicAdd(running, 1) + 1);
      const long long start = clock64();
      while (clock64() - start < 100000) {}
      atomicSub(running, 1);
    })",
                                  "busy");
  const Buffer<int> running(device(), 1), most(device(), 1);
  const Stream first(device());
  fill(first, running, 0);
  // After this launch the backend knows the duration of the blocks.
  launch(first, busy, {{64}, {1}}, running, most);
  first.synchronize();
  fill(first, most, 0);
  first.synchronize();
  std::vector<Stream> streams;
  for (int i = 0; i < 8; ++i) streams.emplace_back(device());
  for (int i = 0; i < 4; ++i) {
    for (const Stream& stream : streams) launch(stream, busy, {{200}, {1}}, running, most);
  }
  for (const Stream& stream : streams) EXPECT_TRUE(eventually([&] { return stream.query(); }));
  EXPECT_EQ(read(first, running)[0], 0);
  const int result = read(first, most)[0];
  EXPECT_GE(result, 1);
  EXPECT_LE(result, cores());
}

TEST_F(SchedulingTest, TheStreamOfHigherPriorityRunsFirst) {
  const PriorityRange range = Stream::priority_range(device());
  std::mutex mutex;
  std::vector<std::string> order;
  const auto append = [&](std::string text) {
    const std::lock_guard lock(mutex);
    order.push_back(std::move(text));
  };
  std::atomic<int> started = 0, released = 0;
  std::vector<Stream> blockers;
  for (int i = 0; i < background_threads(); ++i) {
    blockers.emplace_back(device());
    blockers.back().launch_host_function([&, i] {
      ++started;
      while (released <= i) std::this_thread::sleep_for(1ms);
    });
  }
  ASSERT_TRUE(eventually([&] { return started == background_threads(); }));
  const Stream low(device(), {.priority = range.least});
  const Stream high(device(), {.priority = range.greatest});
  low.launch_host_function([&] { append("low"); });
  high.launch_host_function([&] { append("high"); });
  released = 1;  // one background thread is free now
  EXPECT_TRUE(eventually([&] { return low.query() && high.query(); }));
  released = background_threads();
  for (const Stream& blocker : blockers) blocker.synchronize();
  EXPECT_EQ(order, (std::vector<std::string>{"high", "low"}));
}

TEST_F(SchedulingTest, IdleThreadsSleep) {
  const Stream stream(device());
  const Buffer<int> x(device(), 100'000);
  for (int i = 0; i < 10; ++i) fill(stream, x, i);
  stream.launch_host_function([] {});
  EXPECT_TRUE(eventually([&] { return stream.query(); }));
  std::this_thread::sleep_for(100ms);  // the threads may spin this long before they sleep
  const auto processor_time = [] {
    rusage usage{};
    getrusage(RUSAGE_SELF, &usage);
    const auto microseconds = [](const timeval& time) {
      return 1'000'000 * std::chrono::microseconds::rep{time.tv_sec} + time.tv_usec;
    };
    return microseconds(usage.ru_utime) + microseconds(usage.ru_stime);
  };
  const auto before = processor_time();
  std::this_thread::sleep_for(500ms);
  EXPECT_LT(processor_time() - before, 50'000);  // a tenth of the time of one spinning thread
}

}  // namespace
}  // namespace duet::test
