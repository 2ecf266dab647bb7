#include <duet/adopted_memory.hpp>

#include <new>
#include <stdexcept>

#include "support/device_test.hpp"
#include "support/log_capture.hpp"

namespace duet::test {
namespace {

using AdoptedMemoryTest = DeviceTest;

TEST_F(AdoptedMemoryTest, IsUsedAndReleasedOnceWhenTheDeviceHasEnded) {
  Memory original = Memory::device(device(), 4 * sizeof(int));
  void* const address = original.data();
  std::vector<void*> released;
  {
    Buffer<int> x =
        Buffer<int>::from(adopt_memory(device(), address, original.bytes(), MemoryKind::device,
                                       [&](void* data) { released.push_back(data); }));
    EXPECT_EQ(x.data(), address);
    EXPECT_EQ(x.size(), 4u);
    const Stream stream(device());
    write(stream, x, std::vector<int>{1, 2, 3, 4});
    EXPECT_THAT(x.to_vector(stream), testing::ElementsAre(1, 2, 3, 4));
    const Buffer<int> moved = std::move(x);
    EXPECT_THAT(released, testing::IsEmpty());
  }
  EXPECT_THAT(released, testing::ElementsAre(address));
}

TEST_F(AdoptedMemoryTest, StreamOrderedMemoryIsReleasedOnItsStreamOrAnother) {
  Memory original = Memory::device(device(), 64);
  const Stream first(device());
  const Stream second(device());
  std::vector<void*> streams;
  const auto deleter = [&](void*, StreamRef stream) { streams.push_back(stream.handle()); };
  { const Memory memory = adopt_memory(first.ref(), original.data(), 64, deleter); }
  Memory memory = adopt_memory(first.ref(), original.data(), 64, deleter);
  EXPECT_EQ(memory.kind(), MemoryKind::stream_ordered);
  memory.free_on(second);
  EXPECT_FALSE(memory);
  EXPECT_THAT(streams, testing::ElementsAre(first.ref().handle(), second.ref().handle()));
}

TEST_F(AdoptedMemoryTest, WithoutADeleterItStaysTheCallers) {
  Memory original = Memory::device(device(), 64);
  { const Memory memory = adopt_memory(device(), original.data(), 64, MemoryKind::device, {}); }
  fill(Stream(device()), DeviceSpan<int>(static_cast<int*>(original.data()), 16), 7);
  device().synchronize();
}

TEST_F(AdoptedMemoryTest, RefusedMemoryStaysTheCallers) {
  int value = 0;
  int calls = 0;
  const auto count = [&](void*) { ++calls; };
  const auto message = [&](void* data, std::size_t bytes, MemoryKind kind) {
    const Error error = error_of([&] { (void)adopt_memory(device(), data, bytes, kind, count); });
    EXPECT_EQ(error.code(), ErrorCode::invalid_argument);
    return std::string(error.what());
  };
  EXPECT_THAT(message(nullptr, 4, MemoryKind::device), testing::HasSubstr("null"));
  EXPECT_THAT(message(&value, 0, MemoryKind::pinned), testing::HasSubstr("0 bytes"));
  EXPECT_THAT(message(&value, 4, MemoryKind::stream_ordered), testing::HasSubstr("a stream"));
  EXPECT_EQ(calls, 0);
}

TEST_F(AdoptedMemoryTest, AnExceptionOfADeleterIsLogged) {
  const LogCapture log;
  const Memory owner = Memory::device(device(), 64);
  (void)adopt_memory(device(), owner.data(), 64, MemoryKind::device,
                     [](void*) { throw std::runtime_error("no"); });
  EXPECT_THAT(log.lines(), testing::ElementsAre("error: the deleter of adopted memory failed: no"));
}

}  // namespace
}  // namespace duet::test
