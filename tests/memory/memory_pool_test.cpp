#include <algorithm>
#include <atomic>
#include <cstring>
#include <thread>

#include "support/device_test.hpp"

namespace duet::test {
namespace {

constexpr std::size_t mebibyte = std::size_t{1} << 20;

bool is_each(const std::vector<std::uint32_t>& words, std::uint32_t value) {
  if (words.empty()) return true;
  // Each word equals the one before it: a call for all, since tests are not optimised.
  const std::size_t others = (words.size() - 1) * sizeof(value);
  return words[0] == value && std::memcmp(words.data(), words.data() + 1, others) == 0;
}

class MemoryPoolTest : public DeviceTest {
 protected:
  /// Fills memory with a pattern in the stream's order.
  static void fill_with(StreamRef stream, const Memory& memory, std::uint32_t pattern) {
    const DeviceSpan<std::uint32_t> words(static_cast<std::uint32_t*>(memory.data()),
                                          memory.bytes() / sizeof(pattern));
    fill(stream, words, pattern);
  }
  static std::vector<std::uint32_t> words_of(StreamRef stream, const Memory& memory) {
    std::vector<std::uint32_t> host(memory.bytes() / sizeof(std::uint32_t));
    copy(stream, host,
         DeviceSpan<const std::uint32_t>(static_cast<std::uint32_t*>(memory.data()), host.size()));
    stream.synchronize();
    return host;
  }
};

TEST_F(MemoryPoolTest, FreedMemoryIsTheStreamsNextAllocation) {
  MemoryPool pool(device());
  const Stream stream(device());
  void* const first = Memory::from(pool, stream, 1000).data();
  EXPECT_NE(first, nullptr);
  EXPECT_EQ(reinterpret_cast<std::uintptr_t>(first) % 256, 0u);
  EXPECT_EQ(Memory::from(pool, stream, 900).data(), first);
  const PoolStatistics numbers = pool.statistics();
  EXPECT_EQ(numbers.allocations, 2u);
  EXPECT_EQ(numbers.frees, 2u);
  EXPECT_EQ(numbers.growths, 1u);
  EXPECT_EQ(numbers.used_bytes, 0u);
  EXPECT_EQ(numbers.peak_used_bytes, 1000u);
  EXPECT_EQ(numbers.reserved_bytes, 2 * mebibyte);
}

TEST_F(MemoryPoolTest, ZeroBytesTakeNothing) {
  MemoryPool pool(device());
  const Stream stream(device());
  const Buffer<int> empty(pool, stream, 0);
  EXPECT_TRUE(empty);
  EXPECT_EQ(empty.data(), nullptr);
  EXPECT_EQ(pool.statistics().reserved_bytes, 0u);
}

TEST_F(MemoryPoolTest, BlocksAreSplitAndJoined) {
  MemoryPool pool(device());
  const Stream stream(device());
  std::vector<Memory> parts;
  for (int i = 0; i < 8; ++i) parts.push_back(Memory::from(pool, stream, 256 * 1024));
  EXPECT_EQ(pool.statistics().growths, 1u);
  // In an order that joins with the block before, the block after, and both.
  for (const std::size_t i : {1u, 0u, 3u, 2u, 6u, 5u, 7u, 4u}) parts[i] = Memory();
  EXPECT_EQ(pool.statistics().largest_free_bytes, 2 * mebibyte);
  const Memory whole = Memory::from(pool, stream, mebibyte - 256);
  EXPECT_EQ(pool.statistics().growths, 1u);
}

TEST_F(MemoryPoolTest, TheBlockFreedLastIsJoinedBeforeThePoolGrows) {
  const Stream stream(device());
  constexpr std::size_t third = 680 * std::size_t{1024};
  for (const bool is_first_freed_last : {false, true}) {
    MemoryPool pool(device(), {.max_bytes = 2 * mebibyte});
    Memory first = Memory::from(pool, stream, third);
    Memory second = Memory::from(pool, stream, third);
    const Memory last = Memory::from(pool, stream, third);
    (is_first_freed_last ? second : first) = Memory();
    (is_first_freed_last ? first : second) = Memory();
    // Neither block has room for this.
    const Memory both = Memory::from(pool, stream, mebibyte - 256);
    EXPECT_EQ(pool.statistics().growths, 1u);
    EXPECT_EQ(pool.statistics().waits, 0u);
  }
}

TEST_F(MemoryPoolTest, TheNextAllocationsOfOtherSizesKeepTheirBytes) {
  MemoryPool pool(device());
  const Stream stream(device());
  for (const std::size_t unit : {std::size_t{4096}, mebibyte}) {
    const void* first = nullptr;
    for (const std::size_t size : {5u, 3u, 9u, 9u, 1u, 16u}) {
      const Memory memory = Memory::from(pool, stream, size * unit);
      const Memory neighbour = Memory::from(pool, stream, 2 * unit);
      fill_with(stream, memory, 1);
      fill_with(stream, neighbour, 2);
      EXPECT_TRUE(is_each(words_of(stream, memory), 1u));
      EXPECT_TRUE(is_each(words_of(stream, neighbour), 2u));
    }
    // With nothing else in use, each is at the same place.
    for (const std::size_t size : {5u, 3u, 9u, 9u, 1u, 16u}) {
      const Memory memory = Memory::from(pool, stream, size * unit);
      if (first == nullptr) first = memory.data();
      EXPECT_EQ(memory.data(), first);
    }
  }
  EXPECT_EQ(pool.statistics().used_bytes, 0u);
}

TEST_F(MemoryPoolTest, NumbersAndPictureShowTheBlockFreedLastAsFree) {
  MemoryPool pool(device());
  const Stream stream(device());
  const auto free_block = [&] { (void)Memory::from(pool, stream, 1000); };
  free_block();
  EXPECT_EQ(pool.statistics().largest_free_bytes, 2 * mebibyte);
  free_block();
  EXPECT_EQ(pool.statistics(stream).largest_free_bytes, 2 * mebibyte);
  free_block();
  EXPECT_TRUE(pool.holders().empty());
  EXPECT_THAT(pool.svg(), testing::HasSubstr("2097152 bytes free"));
  free_block();
  stream.synchronize();
  EXPECT_EQ(pool.trim(), 2 * mebibyte);
}

TEST_F(MemoryPoolTest, TheBlockFreedLastGoesBackWhenItHasAged) {
  MemoryPool pool(device(), {.max_idle = std::chrono::seconds{0}});
  const Stream stream(device());
  (void)Memory::from(pool, stream, 3 * mebibyte);
  stream.synchronize();
  for (int i = 0; i < 3000; ++i) (void)Memory::from(pool, stream, 1000);
  EXPECT_LE(pool.statistics().reserved_bytes, 2 * mebibyte);
}

TEST_F(MemoryPoolTest, AnotherStreamDoesNotGetMemoryThatMayBeInUse) {
  MemoryPool pool(device());
  const Stream one(device());
  const Stream two(device());
  const void* first = nullptr;
  const Memory neighbour = Memory::from(pool, one, 64);
  {
    const Memory memory = Memory::from(pool, one, 4096);
    first = memory.data();
  }
  EXPECT_NE(Memory::from(pool, two, 4096).data(), first);
  EXPECT_EQ(pool.statistics(one).allocations, 2u);
  EXPECT_EQ(pool.statistics(two).allocations, 1u);
}

TEST_F(MemoryPoolTest, SegmentsMoveToAnotherStreamWhenTheirWorkIsDone) {
  MemoryPool pool(device());
  const Stream one(device());
  const Stream two(device());
  (void)Memory::from(pool, one, 5 * mebibyte);
  one.synchronize();
  const std::size_t reserved = pool.statistics().reserved_bytes;
  const Memory memory = Memory::from(pool, two, 5 * mebibyte);
  EXPECT_EQ(pool.statistics().reserved_bytes, reserved);
  EXPECT_EQ(pool.statistics(two).reserved_bytes, reserved);
}

TEST_F(MemoryPoolTest, LargeBlocksGrowWithoutFragments) {
  MemoryPool pool(device());
  const Stream stream(device());
  // Without mapped memory each size that had no room before takes memory of its own.
  for (std::uint32_t size = 4; size < 44; size += 2) {
    Memory first = Memory::from(pool, stream, size * mebibyte);
    const Memory second = Memory::from(pool, stream, 3 * mebibyte);
    fill_with(stream, first, size);
    fill_with(stream, second, size + 1);
    EXPECT_TRUE(is_each(words_of(stream, first), size));
    EXPECT_TRUE(is_each(words_of(stream, second), size + 1));
  }
  const PoolStatistics numbers = pool.statistics();
  const double ratio = static_cast<double>(numbers.peak_reserved_bytes) /
                       static_cast<double>(numbers.peak_used_bytes);
  EXPECT_LT(ratio, device().info().virtual_memory ? 1.15 : 12);
}

TEST_F(MemoryPoolTest, FreePartsGoBackWhileTheirNeighboursAreInUse) {
  if (!device().info().virtual_memory) GTEST_SKIP() << "the device maps no memory to addresses";
  MemoryPool pool(device());
  const Stream stream(device());
  std::vector<Memory> parts;
  for (std::uint32_t i = 0; i < 6; ++i) {
    parts.push_back(Memory::from(pool, stream, 64 * mebibyte));
    fill_with(stream, parts.back(), i);
  }
  for (const std::size_t i : {1u, 4u}) parts[i] = Memory();
  stream.synchronize();
  const std::size_t before = pool.statistics().reserved_bytes;
  const std::size_t released = pool.trim();
  EXPECT_GE(released, 128 * mebibyte);
  EXPECT_EQ(pool.statistics().reserved_bytes, before - released);
  for (const std::uint32_t i : {0u, 2u, 3u, 5u})
    EXPECT_TRUE(is_each(words_of(stream, parts[i]), i));
  // The gaps are used again.
  for (const std::size_t i : {1u, 4u}) {
    parts[i] = Memory::from(pool, stream, 60 * mebibyte);
    fill_with(stream, parts[i], 7);
    EXPECT_TRUE(is_each(words_of(stream, parts[i]), 7u));
  }
  EXPECT_LE(pool.statistics().reserved_bytes, before);
  for (const std::uint32_t i : {0u, 2u, 3u, 5u})
    EXPECT_TRUE(is_each(words_of(stream, parts[i]), i));
}

TEST_F(MemoryPoolTest, MemoryFreedOnAnotherStreamIsUsedAfterItsWork) {
  MemoryPool pool(device(), {.max_bytes = 2 * mebibyte});
  const Stream one(device());
  const Stream two(device());
  Memory memory = Memory::from(pool, one, mebibyte - 256);
  const Memory rest = Memory::from(pool, one, mebibyte - 256);
  fill_with(one, memory, 1);
  Event filled(device());
  filled.record(one);
  two.wait(filled);
  fill_with(two, memory, 2);
  const void* const address = memory.data();
  memory.free_on(two);
  EXPECT_FALSE(memory);
  // There is no other memory, so the allocation waits in the stream.
  const Memory again = Memory::from(pool, one, mebibyte - 256);
  EXPECT_EQ(again.data(), address);
  fill_with(one, again, 3);
  EXPECT_TRUE(is_each(words_of(one, again), 3u));
  EXPECT_EQ(pool.statistics().waits, 0u);
}

TEST_F(MemoryPoolTest, AStreamNeedNotOutliveItsMemory) {
  MemoryPool pool(device());
  Memory kept;
  {
    const Stream stream(device());
    kept = Memory::from(pool, stream, 4096);
    fill_with(stream, kept, 7);
  }
  const Stream other(device());
  device().synchronize();
  EXPECT_TRUE(is_each(words_of(other, kept), 7u));
  kept = Memory();
  EXPECT_EQ(pool.statistics().used_bytes, 0u);
  // A new stream takes the ended stream's memory over.
  const Memory next = Memory::from(pool, other, 4096);
  EXPECT_EQ(pool.statistics().reserved_bytes, 2 * mebibyte);
}

TEST_F(MemoryPoolTest, ALimitIsKeptAndTheErrorTellsWhoHasWhat) {
  MemoryPool pool(device(), {.max_bytes = 40 * mebibyte});
  const Stream stream(device());
  Memory weights;
  Memory rest;
  {
    const MemoryLabel label("weights");
    weights = Memory::from(pool, stream, 24 * mebibyte);
  }
  rest = Memory::from(pool, stream, 3 * mebibyte);
  const Error error = error_of([&] { (void)Memory::from(pool, stream, 30 * mebibyte); });
  EXPECT_EQ(error.code(), ErrorCode::out_of_memory);
  EXPECT_THAT(error.what(), testing::HasSubstr("31457280 bytes"));
  EXPECT_THAT(error.what(), testing::HasSubstr("41943040 at most"));
  EXPECT_THAT(error.what(), testing::HasSubstr("25165824 bytes in 1 allocation: weights"));
  EXPECT_THAT(error.what(), testing::HasSubstr("3145728 bytes in 1 allocation: without a label"));
  weights = Memory();
  EXPECT_NO_THROW((void)Memory::from(pool, stream, 30 * mebibyte));
  EXPECT_LE(pool.statistics().peak_reserved_bytes, 40 * mebibyte);
}

TEST_F(MemoryPoolTest, TheHostWaitsOnlyWhenMemoryHasRunOut) {
  MemoryPool pool(device(), {.max_bytes = 20 * mebibyte});
  const Stream one(device());
  const Stream two(device());
  {
    const Memory memory = Memory::from(pool, one, 15 * mebibyte);
    fill_with(one, memory, 1);
  }
  // All memory is the first stream's, whose work may still run.
  const Memory memory = Memory::from(pool, two, 15 * mebibyte);
  fill_with(two, memory, 2);
  EXPECT_TRUE(is_each(words_of(two, memory), 2u));
  EXPECT_LE(pool.statistics().waits, 1u);
}

TEST_F(MemoryPoolTest, TrimGivesFreeSegmentsBack) {
  MemoryPool pool(device());
  const Stream stream(device());
  const Memory kept = Memory::from(pool, stream, 4096);
  (void)Memory::from(pool, stream, 30 * mebibyte);
  stream.synchronize();
  EXPECT_EQ(pool.statistics().reserved_bytes, 32 * mebibyte);
  EXPECT_EQ(pool.trim(), 30 * mebibyte);
  EXPECT_EQ(pool.statistics().reserved_bytes, 2 * mebibyte);
  EXPECT_EQ(pool.trim(), 0u);
}

TEST_F(MemoryPoolTest, HoldersAndPictureShowTheLabels) {
  MemoryPool pool(device());
  const Stream stream(device());
  const MemoryLabel outer("outer");
  const Memory one = Memory::from(pool, stream, 100);
  Memory two;
  {
    const MemoryLabel inner("inner <&>");
    two = Memory::from(pool, stream, 300);
  }
  const Memory three = Memory::from(pool, stream, 50);
  const std::vector<MemoryHolder> holders = pool.holders();
  ASSERT_EQ(holders.size(), 2u);
  EXPECT_EQ(holders[0].label, "inner <&>");
  EXPECT_EQ(holders[0].bytes, 300u);
  EXPECT_EQ(holders[1].label, "outer");
  EXPECT_EQ(holders[1].bytes, 150u);
  EXPECT_EQ(holders[1].allocations, 2u);
  EXPECT_THAT(pool.svg(), testing::HasSubstr("inner &lt;&amp;>"));
}

TEST_F(MemoryPoolTest, MemoryOfACaptureIsKeptForItsGraph) {
  if (!device().info().stream_capture) GTEST_SKIP() << "needs captures";
  MemoryPool pool(device());
  const Stream stream(device());
  const Buffer<std::uint32_t> result(device(), 64);
  const void* captured = nullptr;
  Graph graph(device());
  {
    StreamCapture capture(stream);
    const Buffer<std::uint32_t> temporary(pool, stream, 64);
    captured = temporary.data();
    fill(stream, temporary, 5u);
    copy(stream, result, temporary);
    graph = capture.finish();
  }
  GraphExec executable(graph);
  // What the graph uses is no other allocation's, although it was freed.
  std::vector<Buffer<std::uint32_t>> others;
  for (int i = 0; i < 100; ++i) {
    others.emplace_back(pool, stream, 64);
    EXPECT_NE(others.back().data(), captured);
    fill(stream, others.back(), 9u);
  }
  executable.launch(stream);
  EXPECT_THAT(read(stream, result), testing::Each(5u));
  EXPECT_THAT(read(stream, others.front()), testing::Each(9u));
  stream.synchronize();
  others.clear();
  executable = GraphExec();
  graph = Graph(device());
  pool.trim();
  EXPECT_EQ(pool.statistics().reserved_bytes, 0u);
}

TEST_F(MemoryPoolTest, MemoryOfOneCaptureIsReusedWithinIt) {
  if (!device().info().stream_capture) GTEST_SKIP() << "needs captures";
  MemoryPool pool(device());
  const Stream stream(device());
  StreamCapture capture(stream);
  const void* const first = Memory::from(pool, stream, 5000).data();
  EXPECT_EQ(Memory::from(pool, stream, 5000).data(), first);
  capture.discard();
  EXPECT_EQ(pool.statistics().used_bytes, 0u);
}

TEST_F(MemoryPoolTest, AStreamOfAnotherDeviceIsRefused) {
  if (Device::count() < 2) GTEST_SKIP() << "needs two devices";
  MemoryPool pool(device());
  const Stream other(Device(1));
  EXPECT_EQ(error_of([&] { (void)Memory::from(pool, other, 64); }).code(),
            ErrorCode::invalid_argument);
  Memory memory = Memory::from(pool, Stream(device()), 64);
  EXPECT_EQ(error_of([&] { memory.free_on(other); }).code(), ErrorCode::invalid_argument);
  EXPECT_TRUE(memory);
}

TEST_F(MemoryPoolTest, SizesThatNoDeviceHasAreOutOfMemory) {
  MemoryPool pool(device());
  const Stream stream(device());
  for (const std::size_t bytes : {std::size_t{1} << 46, ~std::size_t{0}}) {
    const Error error = error_of([&] { (void)Memory::from(pool, stream, bytes); });
    EXPECT_EQ(error.code(), ErrorCode::out_of_memory) << error.what();
  }
  EXPECT_NO_THROW((void)Memory::from(pool, stream, 64));
}

TEST_F(MemoryPoolTest, ADoubleFreeIsLoggedAndChangesNothing) {
  std::atomic<int> messages{0};
  set_log_handler([&](LogLevel, std::string_view) { ++messages; });
  MemoryPool pool(device());
  const Stream stream(device());
  const Allocation allocation = pool.allocate(stream, 64);
  pool.free(allocation);
  pool.free(allocation);
  set_log_handler({});
  EXPECT_EQ(messages, 1);
  EXPECT_EQ(pool.statistics().frees, 1u);
  EXPECT_EQ(pool.statistics().used_bytes, 0u);
}

TEST_F(MemoryPoolTest, MemoryOfOthersIsLoggedAndStaysTheirs) {
  std::atomic<int> messages{0};
  set_log_handler([&](LogLevel, std::string_view) { ++messages; });
  MemoryPool pool(device()), other(device());
  const Stream stream(device());
  const Allocation of_other = other.allocate(stream, 64);
  pool.free(of_other);
  pool.free(Allocation{of_other.data, of_other.bytes, nullptr});
  set_log_handler({});
  EXPECT_EQ(messages, 2);
  EXPECT_EQ(pool.statistics().frees, 0u);
  EXPECT_EQ(other.statistics().used_bytes, 64u);
  other.free(of_other);
  EXPECT_EQ(other.statistics().used_bytes, 0u);
}

TEST_F(MemoryPoolTest, TheDefaultResourceCanBeSet) {
  MemoryPool pool(device());
  MemoryResource& before = set_default_resource(pool);
  {
    const Buffer<int> buffer(Stream(device()), 10);
    EXPECT_EQ(buffer.memory().resource(), &pool);
  }
  EXPECT_EQ(&set_default_resource(before), &pool);
  EXPECT_EQ(&default_resource(device()), &before);
  EXPECT_EQ(error_of([&] { set_default_resource(pinned_resource(device())); }).code(),
            ErrorCode::invalid_argument);
}

/// New threads have no current device, and another one may be current.
TEST_F(MemoryPoolTest, NoDeviceNeedBeCurrent) {
  const Stream stream(device());
  MemoryPool pool(device());
  const StreamRef default_stream(device(), nullptr);
  for (const StreamRef& used : {stream.ref(), default_stream}) {
    for (const std::size_t bytes : {std::size_t{1000}, std::size_t{1000}, std::size_t{3} << 20}) {
      std::thread([&] {
        if (Device::count() > 1) make_current(Device(1));
        const Buffer<char> x(pool, used, bytes);
        fill(used, x, 'a');
        EXPECT_EQ(x.to_vector(used), std::vector<char>(bytes, 'a'));
      }).join();
    }
  }
}

TEST_F(MemoryPoolTest, MemoryInUseIsLeftToItsOwnersWhenThePoolIsDestroyed) {
  std::string message;
  set_log_handler([&](LogLevel, std::string_view text) { message = text; });
  const Stream stream(device());
  Allocation left;
  {
    MemoryPool pool(device());
    left = pool.allocate(stream, 100);
  }
  set_log_handler({});
  EXPECT_THAT(message, testing::HasSubstr("100 bytes"));
  fill(stream, DeviceSpan<std::uint32_t>(static_cast<std::uint32_t*>(left.data), 25), 1u);
  stream.synchronize();
}

TEST_F(MemoryPoolTest, MemoryThatOutlivedItsPoolTellsSo) {
  set_log_handler([](LogLevel, std::string_view) {});
  {
    const Stream stream(device());
    auto pool = std::make_unique<MemoryPool>(device());
    Memory memory = Memory::from(*pool, stream, 100);
    pool.reset();
    for (const Error& error :
         {error_of([&] { memory.free_on(stream); }), error_of([&] { (void)memory.device(); }),
          error_of([&] { (void)export_memory(memory); })}) {
      EXPECT_EQ(error.code(), ErrorCode::invalid_handle);
      EXPECT_THAT(error.what(), testing::HasSubstr("outlived the resource"));
    }
    EXPECT_EQ(memory.resource(), nullptr);
    EXPECT_EQ(memory.kind(), MemoryKind::device);
    EXPECT_EQ(memory.bytes(), 100u);
  }
  set_log_handler({});
}

}  // namespace
}  // namespace duet::test
