#include <algorithm>
#include <cstdlib>
#include <random>
#include <string>
#include <thread>
#include <vector>

#include "support/device_test.hpp"

namespace duet::test {
namespace {

constexpr std::size_t mebibyte = std::size_t{1} << 20;

/// Allocates and frees at random on several streams. A kernel fills each block with words of its
/// owner, in the order of its stream; before the block is freed, on its own or on another stream,
/// a kernel there counts the words that differ.
class PoolBytesTest : public DeviceTest {
 protected:
  static unsigned operations(unsigned by_default) {
    const char* const text = std::getenv("DUET_TEST_OPERATIONS");
    return text != nullptr ? static_cast<unsigned>(std::stoul(text)) : by_default;
  }

  static const Module& kernels() {
    static const Module module(device(), compile({.name = "words",
                                                  .source = R"(
__global__ void put(unsigned* words, unsigned count, unsigned first) {
  for (unsigned i = threadIdx.x + blockIdx.x * blockDim.x; i < count; i += gridDim.x * blockDim.x) {
    words[i] = first + i;
  }
}
__global__ void count_wrong(const unsigned* words, unsigned count, unsigned first, unsigned* wrong) {
  for (unsigned i = threadIdx.x + blockIdx.x * blockDim.x; i < count; i += gridDim.x * blockDim.x) {
    if (words[i] != first + i) atomicAdd(wrong, 1u);
  }
})",
                                                  .kernels = {"put", "count_wrong"}},
                                                 device()));
    return module;
  }

  static DeviceSpan<unsigned> words_of(const Memory& memory) {
    return {static_cast<unsigned*>(memory.data()), memory.bytes() / sizeof(unsigned),
            memory.home()};
  }

  static void run(MemoryPool& pool, std::size_t stream_count, unsigned seed, unsigned steps) {
    struct Owned {
      Memory memory;
      std::size_t stream;
      unsigned first;
    };
    const Kernel put = kernels().kernel("put"), count_wrong = kernels().kernel("count_wrong");
    std::vector<Stream> streams;
    for (std::size_t i = 0; i < stream_count; ++i) streams.emplace_back(pool.device());
    const Buffer<unsigned> wrong(pool.device(), std::vector<unsigned>{0});
    const Event event(pool.device(), {.timing = false});
    std::mt19937 random(seed);
    std::vector<Owned> owned;
    const auto below = [&](std::size_t count) { return random() % count; };
    const auto shape = [](std::size_t words) {
      const auto blocks = static_cast<unsigned>(std::min<std::size_t>(words / 2048 + 1, 64));
      return LaunchShape{.grid = {blocks}, .block = {64}};
    };
    for (unsigned step = 0; step < steps; ++step) {
      if (owned.empty() || (owned.size() < 40 && below(2) == 0)) {
        const std::size_t stream = below(streams.size());
        const std::size_t most = below(200) == 0 ? 700'000 : below(20) == 0 ? 30'000 : 300;
        const std::size_t count = 1 + below(most);
        Owned next{Memory::from(pool, streams[stream], count * sizeof(unsigned)), stream,
                   static_cast<unsigned>(random())};
        launch(streams[stream], put, shape(count), words_of(next.memory),
               static_cast<unsigned>(count), next.first);
        owned.push_back(std::move(next));
        continue;
      }
      std::swap(owned[below(owned.size())], owned.back());
      Owned gone = std::move(owned.back());
      owned.pop_back();
      const DeviceSpan<unsigned> words = words_of(gone.memory);
      const std::size_t stream = below(3) == 0 ? below(streams.size()) : gone.stream;
      if (stream != gone.stream) {
        event.record(streams[gone.stream]);
        streams[stream].wait(event);
      }
      launch(streams[stream], count_wrong, shape(words.size()), words,
             static_cast<unsigned>(words.size()), gone.first, wrong);
      if (stream != gone.stream) gone.memory.free_on(streams[stream]);
    }
    pool.device().synchronize();
    EXPECT_EQ(wrong.to_vector(streams[0]), std::vector<unsigned>{0}) << "seed " << seed;
  }
};

TEST_F(PoolBytesTest, EightStreamsKeepTheirBytes) {
  const unsigned steps = operations(25'000);
  MemoryPool pool(device());
  run(pool, 8, 1, steps);
  MemoryPool small(device(), {.max_bytes = 120 * mebibyte});
  run(small, 8, 2, steps);
  EXPECT_LE(small.statistics().peak_reserved_bytes, 120 * mebibyte);
}

TEST_F(PoolBytesTest, ThreadsKeepTheirBytes) {
  MemoryPool pool(device());
  (void)kernels();
  std::vector<std::thread> threads;
  for (unsigned i = 0; i < 4; ++i) {
    threads.emplace_back([&pool, i] { run(pool, 2, 10 + i, operations(25'000) / 25); });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(pool.statistics().used_bytes, 0u);
}

}  // namespace
}  // namespace duet::test
