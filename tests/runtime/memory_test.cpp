#include <limits>
#include <thread>

#include "support/device_test.hpp"

namespace duet::test {
namespace {

using MemoryTest = DeviceTest;

TEST_F(MemoryTest, AllocatesEveryKind) {
  const Stream stream(device());
  const Memory kinds[] = {Memory::device(device(), 1000), Memory::on_stream(stream, 1000),
                          Memory::pinned(device(), 1000), Memory::managed(device(), 1000)};
  for (const Memory& memory : kinds) {
    EXPECT_TRUE(memory);
    EXPECT_NE(memory.data(), nullptr);
    EXPECT_EQ(memory.bytes(), 1000u);
    EXPECT_EQ(reinterpret_cast<std::uintptr_t>(memory.data()) % 16, 0u);
    EXPECT_EQ(memory.device(), device());
  }
  stream.synchronize();
}

TEST_F(MemoryTest, ZeroBytesAreAllowed) {
  const Stream stream(device());
  EXPECT_EQ(Memory::device(device(), 0).data(), nullptr);
  EXPECT_EQ(Memory::on_stream(stream, 0).data(), nullptr);
  EXPECT_EQ(Memory::pinned(device(), 0).data(), nullptr);
  EXPECT_EQ(Memory::managed(device(), 0).data(), nullptr);
  const Buffer<float> buffer(device(), 0);
  EXPECT_TRUE(buffer);
  EXPECT_EQ(buffer.size(), 0u);
  EXPECT_EQ(buffer.data(), nullptr);
}

TEST_F(MemoryTest, FallbacksReportTheirKind) {
  const DeviceInfo& info = device().info();
  const Stream stream(device());
  EXPECT_EQ(Memory::managed(device(), 64).kind(),
            info.managed_memory && info.concurrent_managed_access ? MemoryKind::managed
                                                                  : MemoryKind::pinned);
  EXPECT_EQ(Memory::on_stream(stream, 64).kind(),
            info.memory_pools ? MemoryKind::stream_ordered : MemoryKind::device);
  stream.synchronize();
}

TEST_F(MemoryTest, TooMuchIsOutOfMemoryAndTheNextAllocationWorks) {
  const std::size_t bytes = std::size_t{1} << 46;
  const Error error = error_of([&] { (void)Memory::device(device(), bytes); });
  EXPECT_EQ(error.code(), ErrorCode::out_of_memory);
  EXPECT_THAT(error.what(), testing::AllOf(testing::HasSubstr(std::to_string(bytes)),
                                           testing::HasSubstr("on device 0"),
                                           testing::HasSubstr("bytes are free; release memory")));
  EXPECT_NE(Memory::device(device(), 4096).data(), nullptr);
}

TEST_F(MemoryTest, ACountThatOverflowsIsRefused) {
  const std::size_t count = std::numeric_limits<std::size_t>::max() / 2;
  EXPECT_EQ(error_of([&] { (void)Buffer<double>(device(), count); }).code(),
            ErrorCode::invalid_argument);
}

TEST_F(MemoryTest, PinnedMemoryIsReadableOnTheHost) {
  auto buffer = HostBuffer<int>::pinned(device(), 100);
  for (std::size_t i = 0; i < buffer.size(); ++i) buffer[i] = static_cast<int>(i);
  EXPECT_EQ(buffer.kind(), MemoryKind::pinned);
  EXPECT_EQ(buffer.host().back(), 99);
}

TEST_F(MemoryTest, StreamOrderedMemoryIsReusedInOrder) {
  const Stream stream(device());
  const std::vector<float> host = ramp(1000);
  for (int round = 0; round < 20; ++round) {
    const Buffer<float> buffer(stream, host.size());
    copy(stream, buffer, host);
    EXPECT_EQ(read(stream, buffer), host);
  }
  Memory memory = Memory::on_stream(stream, 256);
  if (memory.kind() == MemoryKind::stream_ordered) {
    const Stream other(device());
    memory.free_on(other);
    EXPECT_FALSE(memory);
    other.synchronize();
  }
  stream.synchronize();
}

TEST_F(MemoryTest, FreeOnNeedsStreamOrderedMemory) {
  const Stream stream(device());
  Memory memory = Memory::device(device(), 64);
  EXPECT_EQ(error_of([&] { memory.free_on(stream); }).code(), ErrorCode::invalid_argument);
  EXPECT_TRUE(memory);
}

TEST_F(MemoryTest, AMovedFromBufferIsAnError) {
  Buffer<int> buffer(device(), 10);
  const Buffer<int> taken = std::move(buffer);
  EXPECT_FALSE(buffer);  // NOLINT(bugprone-use-after-move): the state is part of the contract
  EXPECT_EQ(buffer.size(), 0u);
  EXPECT_EQ(taken.size(), 10u);
  EXPECT_EQ(error_of([&] { (void)buffer.data(); }).code(), ErrorCode::invalid_handle);
  EXPECT_EQ(error_of([&] { (void)buffer.device(); }).code(), ErrorCode::invalid_handle);
  const Stream stream(device());
  EXPECT_EQ(error_of([&] { copy(stream, buffer, taken); }).code(), ErrorCode::invalid_handle);
}

TEST_F(MemoryTest, ManyThreadsAllocateConcurrently) {
  std::vector<std::thread> threads;
  for (int i = 0; i < 8; ++i) {
    threads.emplace_back([] {
      for (int round = 0; round < 50; ++round) {
        const Buffer<int> buffer(Device(0), static_cast<std::size_t>(round) * 100 + 1);
        EXPECT_NE(buffer.data(), nullptr);
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
}

}  // namespace
}  // namespace duet::test
