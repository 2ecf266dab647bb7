#include <atomic>
#include <chrono>
#include <mutex>
#include <thread>

#include "support/device_test.hpp"
#include "support/eventually.hpp"

namespace duet::test {
namespace {

using StreamTest = DeviceTest;

TEST_F(StreamTest, HostFunctionsRunInOrder) {
  const Stream stream(device());
  std::vector<int> order;
  for (int i = 0; i < 100; ++i) stream.launch_host_function([&order, i] { order.push_back(i); });
  stream.synchronize();
  ASSERT_EQ(order.size(), 100u);
  for (int i = 0; i < 100; ++i) EXPECT_EQ(order[static_cast<std::size_t>(i)], i);
}

TEST_F(StreamTest, WorkProgressesWithoutSynchronizing) {
  const Stream stream(device());
  std::atomic<bool> ran = false;
  stream.launch_host_function([&] { ran = true; });
  EXPECT_TRUE(eventually([&] { return ran.load(); }));
  EXPECT_TRUE(eventually([&] { return stream.query(); }));
}

TEST_F(StreamTest, QueryIsFalseWhileWorkIsPending) {
  const Stream stream(device());
  EXPECT_TRUE(stream.query());
  std::mutex gate;
  gate.lock();
  stream.launch_host_function([&] { const std::lock_guard wait(gate); });
  EXPECT_FALSE(stream.query());
  gate.unlock();
  stream.synchronize();
  EXPECT_TRUE(stream.query());
}

TEST_F(StreamTest, SubmissionDoesNotBlock) {
  const Stream stream(device());
  std::atomic<bool> open = false;
  std::atomic<int> after = 0;
  stream.launch_host_function([&] {
    while (!open) std::this_thread::yield();
  });
  for (int i = 0; i < 10; ++i) stream.launch_host_function([&] { ++after; });
  EXPECT_EQ(after, 0);
  open = true;
  stream.synchronize();
  EXPECT_EQ(after, 10);
}

TEST_F(StreamTest, AStreamWaitsForAnEventOfAnother) {
  const Stream first(device());
  const Stream second(device());
  std::atomic<bool> open = false;
  std::atomic<int> value = 0;
  first.launch_host_function([&] {
    while (!open) std::this_thread::yield();
    value = 1;
  });
  const Event event(device());
  event.record(first);
  second.wait(event);
  int seen = -1;
  second.launch_host_function([&] { seen = value; });
  EXPECT_FALSE(second.query());
  open = true;
  second.synchronize();
  EXPECT_EQ(seen, 1);
}

TEST_F(StreamTest, APipelineAcrossStreamsKeepsItsOrder) {
  constexpr int stages = 4;
  constexpr int rounds = 50;
  std::vector<Stream> streams;
  for (int i = 0; i < stages; ++i) streams.emplace_back(device());
  std::vector<int> order;
  Event previous(device());
  for (int round = 0; round < rounds; ++round) {
    for (int i = 0; i < stages; ++i) {
      const Stream& stream = streams[static_cast<std::size_t>(i)];
      stream.wait(previous);
      stream.launch_host_function([&order, id = round * stages + i] { order.push_back(id); });
      Event done(device());
      done.record(stream);
      previous = std::move(done);
    }
  }
  for (const Stream& stream : streams) stream.synchronize();
  ASSERT_EQ(order.size(), std::size_t{rounds * stages});
  for (int i = 0; i < rounds * stages; ++i) EXPECT_EQ(order[static_cast<std::size_t>(i)], i);
}

TEST_F(StreamTest, ThreadsMayShareAStream) {
  const Stream stream(device());
  std::atomic<int> count = 0;
  std::vector<std::thread> threads;
  for (int i = 0; i < 4; ++i) {
    threads.emplace_back([&] {
      for (int k = 0; k < 100; ++k) stream.launch_host_function([&] { ++count; });
      stream.synchronize();
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(count, 400);
}

TEST_F(StreamTest, PrioritiesAreClamped) {
  const PriorityRange range = Stream::priority_range(device());
  EXPECT_LE(range.greatest, range.least);
  for (const int priority : {-1000, range.greatest, range.least, 1000}) {
    const Stream stream(device(), {.priority = priority});
    stream.synchronize();
  }
}

TEST_F(StreamTest, OnlyABlockingStreamIsOrderedWithTheDefaultStream) {
  const StreamRef legacy(device(), nullptr);
  const Stream independent(device());
  const Stream ordered(device(), {.non_blocking = false});
  const Buffer<int> values(device(), 2);  // allocated first: an allocation may wait for all streams
  std::atomic<bool> open = false;
  legacy.launch_host_function([&] {
    while (!open) std::this_thread::yield();
  });
  fill(independent, values.subspan(0, 1), 1);
  fill(ordered, values.subspan(1, 1), 1);
  EXPECT_TRUE(eventually([&] { return independent.query(); }));
  std::this_thread::sleep_for(std::chrono::milliseconds(20));
  EXPECT_FALSE(ordered.query());
  open = true;
  ordered.synchronize();
}

TEST_F(StreamTest, WorkFinishesAfterDestruction) {
  std::atomic<bool> ran = false;
  {
    const Stream stream(device());
    stream.launch_host_function([&] { ran = true; });
  }
  EXPECT_TRUE(eventually([&] { return ran.load(); }));
}

TEST_F(StreamTest, AMovedFromStreamIsAnError) {
  Stream stream(device());
  const Stream taken = std::move(stream);
  EXPECT_FALSE(stream);  // NOLINT(bugprone-use-after-move): the state is part of the contract
  EXPECT_TRUE(taken);
  EXPECT_EQ(error_of([&] { stream.synchronize(); }).code(), ErrorCode::invalid_handle);
  EXPECT_EQ(error_of([&] { (void)stream.query(); }).code(), ErrorCode::invalid_handle);
  EXPECT_EQ(error_of([&] { stream.launch_host_function([] {}); }).code(),
            ErrorCode::invalid_handle);
  EXPECT_EQ(error_of([&] { (void)stream.device(); }).code(), ErrorCode::invalid_handle);
  EXPECT_EQ(error_of([&] { (void)stream.release(); }).code(), ErrorCode::invalid_handle);
  taken.synchronize();
}

TEST_F(StreamTest, AssigningDestroysOnlyTheOldStream) {
  std::atomic<int> ran = 0;
  Stream stream(device());
  stream.launch_host_function([&] { ++ran; });
  stream = Stream(device());
  stream.launch_host_function([&] { ++ran; });
  stream.synchronize();
  EXPECT_TRUE(eventually([&] { return ran == 2; }));
}

TEST_F(StreamTest, ReleaseAndAdoptTransferOwnership) {
  Stream stream(device());
  const StreamRef released = stream.release();
  EXPECT_FALSE(stream);
  const Stream owner = Stream::adopt(released);
  EXPECT_EQ(owner.ref(), released);
  owner.synchronize();
}

TEST_F(StreamTest, AnEmptyHostFunctionIsRefused) {
  const Stream stream(device());
  EXPECT_EQ(error_of([&] { stream.launch_host_function({}); }).code(), ErrorCode::invalid_argument);
  stream.synchronize();
}

}  // namespace
}  // namespace duet::test
