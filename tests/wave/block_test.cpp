#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <optional>
#include <string>
#include <vector>

#include "affine.hpp"
#include "support/device_test.hpp"
#include "support/dump_annotation.hpp"

namespace duet::test {
namespace {

using WaveBlockTest = DeviceTest;

const std::string prelude = affine_source + R"(
  #include <duet/device/block.hpp>
  struct Add {
    template <typename T> __device__ T operator()(T a, T b) const { return a + b; }
  };
  struct Greater {
    __device__ float operator()(float a, float b) const { return a > b ? a : b; }
  };
)";

/// The results of all operations in one thread.
struct Results {
  std::int32_t sum;
  std::int32_t first_sum;  ///< valid in thread 0 only
  Affine reduced, inclusive, exclusive, total;
  float greatest;
  std::uint32_t broadcast;
};

const std::string all_operations = prelude + R"(
  struct Results {
    int sum, first_sum;
    Affine reduced, inclusive, exclusive, total;
    float greatest;
    unsigned broadcast;
  };
  __global__ void k(Results* out, unsigned source) {
    const unsigned t = duet::thread_in_block(), threads = duet::block_threads();
    const Affine map = map_of(t);
    Results own;
    own.sum = duet::block_reduce(int(t) - 100, Add());
    own.first_sum = duet::block_reduce_to_first(int(t) * 3, Add());
    own.reduced = duet::block_reduce(map, Then());
    own.inclusive = duet::block_inclusive_scan(map, Then(), &own.total);
    own.exclusive = duet::block_exclusive_scan(map, Then(), Affine{1, 0});
    own.greatest = duet::block_reduce(float(int(t * 7919 % threads)) - 2000.0f, Greater());
    own.broadcast = duet::block_broadcast(t * 5 + 1, source);
    out[t] = own;
  })";

/// The thread whose value is broadcast.
unsigned source_of(unsigned threads) { return threads * 5 / 7; }

void expect_results(const Results* results, unsigned threads) {
  const auto count = static_cast<std::int32_t>(threads);
  Affine all;
  for (unsigned t = 0; t < threads; ++t) all = then(all, map_of(t));
  float greatest = -1e9f;
  for (unsigned t = 0; t < threads; ++t) {
    greatest = std::max(greatest, static_cast<float>(t * 7919 % threads) - 2000.0f);
  }
  Affine before;
  for (unsigned t = 0; t < threads; ++t) {
    const Results& own = results[t];
    const std::string where = std::to_string(threads) + " threads, thread " + std::to_string(t);
    ASSERT_EQ(own.sum, count * (count - 1) / 2 - 100 * count) << where;
    if (t == 0) {
      ASSERT_EQ(own.first_sum, count * (count - 1) / 2 * 3) << where;
    }
    ASSERT_EQ(own.reduced, all) << where;
    ASSERT_EQ(own.exclusive, before) << where;
    before = then(before, map_of(t));
    ASSERT_EQ(own.inclusive, before) << where;
    ASSERT_EQ(own.total, all) << where;
    ASSERT_EQ(own.greatest, greatest) << where;
    ASSERT_EQ(own.broadcast, source_of(threads) * 5 + 1) << where;
  }
}

/// Annotates the dump: `first_sum` may have any value except in thread 0.
void annotate_results(unsigned threads) {
  std::vector<double> allowed(threads * (sizeof(Results) / sizeof(float)));
  for (std::size_t t = 1; t < threads; ++t) {
    allowed[t * (sizeof(Results) / sizeof(float)) + 1] = any_error;
  }
  const DumpAnnotation annotation(0);
  annotation.set_type<std::int32_t>();
  annotation.set_allowed(allowed);
}

#if defined(__SANITIZE_THREAD__)
#define DUET_THREAD_SANITIZER 1
#elif defined(__has_feature)
#if __has_feature(thread_sanitizer)
#define DUET_THREAD_SANITIZER 1
#endif
#endif

/// Sizes near multiples of the wave sizes.
const std::vector<unsigned> critical_sizes{1,  2,   31,  32,  33,  63,   64,   65,
                                           97, 128, 255, 257, 512, 1000, 1023, 1024};

/// All block sizes. With ThreadSanitizer only the critical ones, since each thread of a kernel
/// takes a millisecond there.
std::vector<unsigned> block_sizes() {
#ifdef DUET_THREAD_SANITIZER
  return critical_sizes;
#else
  std::vector<unsigned> sizes(1024);
  std::iota(sizes.begin(), sizes.end(), 1u);
  return sizes;
#endif
}

TEST_F(WaveBlockTest, EveryOperationWorksInBlocksOfEverySize) {
  const Stream stream(device());
  const Kernel kernel = make_kernel(device(), all_operations, "k");
  const std::vector<unsigned> sizes = block_sizes();
  std::vector<Buffer<Results>> blocks;
  for (const unsigned threads : sizes) {
    blocks.emplace_back(device(), threads);
    std::optional<DumpSkip> skip;
    if (std::ranges::count(critical_sizes, threads) == 0) skip.emplace("blocks of other sizes do");
    launch(stream, kernel, {{1}, {threads}}, blocks.back(), source_of(threads));
    annotate_results(threads);
  }
  for (std::size_t i = 0; i < sizes.size(); ++i) {
    const std::vector<Results> found = read(stream, blocks[i]);
    ASSERT_NO_FATAL_FAILURE(expect_results(found.data(), sizes[i]));
  }
}

TEST_F(WaveBlockTest, ThreadsOfThreeDimensionsAreInLinearOrder) {
  const Stream stream(device());
  const Kernel kernel = make_kernel(device(), all_operations, "k");
  for (const Dim3 block : {Dim3{7, 5, 3}, Dim3{1, 1, 33}, Dim3{2, 96}, Dim3{16, 8, 8}}) {
    const unsigned threads = block.x * block.y * block.z;
    const Buffer<Results> out(device(), threads);
    launch(stream, kernel, {{1}, block}, out, source_of(threads));
    annotate_results(threads);
    expect_results(read(stream, out).data(), threads);
  }
}

TEST_F(WaveBlockTest, ABlockSizeAtCompileTimeGivesTheSameResults) {
  const Stream stream(device());
  const std::string source = prelude + R"(
    template <int threads> __global__ void k(Affine* out) {
      const unsigned t = threadIdx.x;
      const Affine map = map_of(t);
      out[t] = duet::block_reduce<threads>(map, Then());
      const Affine first = duet::block_reduce_to_first<threads>(map, Then());
      if (t == 0) out[0] = first;
      out[t + threads] = duet::block_inclusive_scan<threads>(map, Then(), &out[t + 3 * threads]);
      out[t + 2 * threads] = duet::block_exclusive_scan<threads>(map, Then(), Affine{1, 0});
    })";
  for (const unsigned threads : {1u, 32u, 100u, 256u, 320u, 512u, 768u, 1000u, 1024u}) {
    const Kernel kernel = make_kernel(device(), source, "k<" + std::to_string(threads) + ">");
    const Buffer<Affine> out(device(), 4 * threads);
    launch(stream, kernel, {{1}, {threads}}, out);
    const std::vector<Affine> results = read(stream, out);
    Affine before;
    for (unsigned t = 0; t < threads; ++t) {
      ASSERT_EQ(results[t + 2 * threads], before) << t << " of " << threads;
      before = then(before, map_of(t));
      ASSERT_EQ(results[t + threads], before) << t << " of " << threads;
    }
    for (unsigned t = 0; t < threads; ++t) {
      ASSERT_EQ(results[t], before) << t << " of " << threads;
      ASSERT_EQ(results[t + 3 * threads], before) << t << " of " << threads;
    }
  }
}

// Operations on several types use the same shared memory. Each result enters the next operation.
TEST_F(WaveBlockTest, OperationsMayFollowEachOtherWithoutBarriers) {
  const Stream stream(device());
  const Kernel kernel = make_kernel(device(), prelude + R"(
    struct Wide { double x; int y; };
    struct AddWide {
      __device__ Wide operator()(Wide a, Wide b) const { return {a.x + b.x, a.y + b.y}; }
    };
    __global__ void k(unsigned* out, int turns) {
      const unsigned t = threadIdx.x, threads = blockDim.x;
      unsigned value = t + blockIdx.x;
      for (int turn = 0; turn < turns; ++turn) {
        value += duet::block_reduce(value, Add()) % 1000;
        value += unsigned(duet::block_reduce(double(value % 1000), Add())) % 1000;
        value += duet::block_inclusive_scan((unsigned char)(value), Add());
        const Wide wide = duet::block_reduce(Wide{0.5, int(value % 100)}, AddWide());
        value += unsigned(wide.x) + unsigned(wide.y);
        value += duet::block_broadcast(value, threads - 1) % 1000;
        value += duet::block_exclusive_scan(value % 16, Add(), 0);
      }
      out[blockIdx.x * threads + t] = value;
    })",
                                    "k");
  constexpr unsigned blocks = 4;
  constexpr unsigned threads = 150;
  constexpr int turns = 5;
  const Buffer<std::uint32_t> out(device(), blocks * threads);
  launch(stream, kernel, {{blocks}, {threads}}, out, turns);
  const std::vector<std::uint32_t> results = read(stream, out);
  for (unsigned block = 0; block < blocks; ++block) {
    std::vector<std::uint32_t> values(threads);
    std::iota(values.begin(), values.end(), block);
    const auto sum = [&](std::uint32_t modulus) {
      std::uint32_t all = 0;
      for (const std::uint32_t value : values) all += modulus == 0 ? value : value % modulus;
      return all;
    };
    const auto add = [&](std::uint32_t more) {
      for (std::uint32_t& value : values) value += more;
    };
    for (int turn = 0; turn < turns; ++turn) {
      add(sum(0) % 1000);
      add(sum(1000) % 1000);
      std::uint8_t bytes = 0;
      for (std::uint32_t& value : values) value += bytes = static_cast<std::uint8_t>(bytes + value);
      add(threads / 2 + sum(100));
      add(values.back() % 1000);
      std::uint32_t before = 0;
      for (std::uint32_t& value : values) {
        const std::uint32_t own = value % 16;
        value += before;
        before += own;
      }
    }
    for (unsigned t = 0; t < threads; ++t) {
      ASSERT_EQ(results[block * threads + t], values[t]) << "block " << block << " thread " << t;
    }
  }
}

TEST_F(WaveBlockTest, TwoScratchesNeedNoExtraBarriers) {
  const Stream stream(device());
  const Kernel kernel = make_kernel(device(), prelude + R"(
    __global__ void k(unsigned* out) {
      __shared__ duet::BlockScratch<unsigned> sums, maps;
      const unsigned t = threadIdx.x;
      unsigned value = t;
      for (int turn = 0; turn < 10; ++turn) {
        // The barrier inside one operation separates the uses of the other's scratch.
        value += duet::block_reduce(sums, value, Add()) % 100;
        value += duet::block_inclusive_scan(maps, value % 10, Add()) % 10;
      }
      duet::barrier();
      value += duet::block_reduce_to_first(sums, 1, Add()) * (t == 0);
      value += duet::block_exclusive_scan(maps, 2, Add(), 0);
      duet::barrier();
      out[t] = value + duet::block_broadcast(sums, value, 3);
    })",
                                    "k");
  constexpr unsigned threads = 200;
  const Buffer<std::uint32_t> out(device(), threads);
  launch(stream, kernel, {{1}, {threads}}, out);
  const std::vector<std::uint32_t> results = read(stream, out);
  std::vector<std::uint32_t> values(threads);
  std::iota(values.begin(), values.end(), 0u);
  for (int turn = 0; turn < 10; ++turn) {
    const std::uint32_t sum = std::accumulate(values.begin(), values.end(), 0u) % 100;
    std::uint32_t scanned = 0;
    for (std::uint32_t& value : values) {
      value += sum;
      scanned += value % 10;
      value += scanned % 10;
    }
  }
  values[0] += threads;
  for (unsigned t = 0; t < threads; ++t) values[t] += 2 * t;
  for (unsigned t = 0; t < threads; ++t) ASSERT_EQ(results[t], values[t] + values[3]) << t;
}

}  // namespace
}  // namespace duet::test
