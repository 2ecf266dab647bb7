// CUB's operations of blocks and cooperative groups compute with duet's headers what they do with
// the toolkit's. Sizes of blocks are a few; with DUET_TEST_BLOCK_SIZES=all they are all from 1 to
// 1024.

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <future>
#include <random>
#include <string_view>
#include <utility>

#include "cuda_spelling/spelling_program.hpp"

namespace duet::test {
namespace {

constexpr unsigned most = 1024;  ///< threads of a block

const std::vector<unsigned>& block_sizes() {
  static const std::vector<unsigned> sizes = [] {
    const char* const wanted = std::getenv("DUET_TEST_BLOCK_SIZES");
    if (wanted == nullptr || std::string(wanted) != "all")
      return std::vector<unsigned>{1, 2, 31, 32, 33, 64, 100, 256, 513, 1023, most};
    std::vector<unsigned> all;
    for (unsigned size = 1; size <= most; ++size) all.push_back(size);
    return all;
  }();
  return sizes;
}

/// What a block of one size computes, a row of `most` values for each operation.
struct Results {
  std::vector<int> integers;
  std::vector<float> numbers;
};
constexpr std::size_t integer_rows = 12;
constexpr std::size_t number_rows = 4;

/// Random arguments, the same in each run.
struct Arguments {
  std::vector<int> integers = std::vector<int>(most);
  std::vector<float> numbers = std::vector<float>(most);
  Arguments() {
    std::mt19937 random(1);
    for (int& x : integers) x = static_cast<int>(random() % 2001) - 1000;
    for (float& x : numbers) x = static_cast<float>(random() % 20001) / 10000 - 1;
  }
};

const std::string blocks_source = including(
    {"cub/block/block_discontinuity.cuh", "cub/block/block_exchange.cuh",
     "cub/block/block_radix_sort.cuh", "cub/block/block_reduce.cuh", "cub/block/block_scan.cuh"},
    R"(
  struct Greatest {
    __device__ int operator()(int a, int b) const { return a < b ? b : a; }
  };
  struct Differ {
    __device__ bool operator()(int a, int b) const { return a / 256 != b / 256; }
  };
  template <int threads>
  __global__ void k(const int* x, const float* y, int* integers, float* numbers) {
    typedef cub::BlockReduce<int, threads> Reduce;
    typedef cub::BlockReduce<float, threads> Sum;
    typedef cub::BlockScan<int, threads> Scan;
    typedef cub::BlockScan<float, threads, cub::BLOCK_SCAN_RAKING> Sums;
    typedef cub::BlockExchange<int, threads, 2> Exchange;
    typedef cub::BlockDiscontinuity<int, threads> Discontinuity;
    __shared__ union {
      typename Reduce::TempStorage reduce;
      typename Sum::TempStorage sum;
      typename Scan::TempStorage scan;
      typename Sums::TempStorage sums;
      typename Exchange::TempStorage exchange;
      typename Discontinuity::TempStorage discontinuity;
    } shared;
    const int t = threadIdx.x, own = x[t];
    int first = Reduce(shared.reduce).Sum(own);
    __syncthreads();
    int second = Reduce(shared.reduce).Reduce(own, Greatest(), threads / 2 + 1);
    __syncthreads();
    const float total = Sum(shared.sum).Sum(y[t]);
    __syncthreads();
    if (t == 0) {
      integers[0] = first;
      integers[1024] = second;
      numbers[0] = total;
    }
    Scan(shared.scan).InclusiveScan(own, first, Greatest());
    integers[2 * 1024 + t] = first;
    __syncthreads();
    Scan(shared.scan).ExclusiveSum(own, first, second);
    integers[3 * 1024 + t] = first;
    integers[4 * 1024 + t] = second;
    __syncthreads();
    float before;
    Sums(shared.sums).InclusiveSum(y[t], before);
    numbers[1024 + t] = before;
    __syncthreads();
    int pair[2] = {own, own + 1};
    Exchange(shared.exchange).BlockedToStriped(pair);
    integers[5 * 1024 + t] = pair[0];
    integers[6 * 1024 + t] = pair[1];
    __syncthreads();
    bool heads[1];
    int one[1] = {own};
    Discontinuity(shared.discontinuity).FlagHeads(heads, one, Differ());
    integers[7 * 1024 + t] = heads[0];
    if constexpr (threads % 64 < 2) {
      typedef cub::BlockRadixSort<int, threads, 1, int> Sort;
      __shared__ typename Sort::TempStorage sort;
      int value[1] = {t};
      Sort(sort).SortDescending(one, value);
      integers[8 * 1024 + t] = one[0];
      integers[9 * 1024 + t] = value[0];
    }
  })");

/// Tiles divide their block, so that a block of another size has none.
const std::string groups_source =
    including({"cooperative_groups.h", "cooperative_groups/reduce.h", "cooperative_groups/scan.h"},
              R"(
  namespace cg = cooperative_groups;
  template <typename Group>
  __device__ void tile(const Group& group, int x, float y, int* integers, float* numbers) {
    integers[0] = cg::reduce(group, x, cg::plus<int>()) + cg::reduce(group, x, cg::less<int>());
    integers[1024] = cg::exclusive_scan(group, x) + group.shfl_down(x, 1);
    integers[2048] = cg::inclusive_scan(group, x, cg::greater<int>()) + group.ballot(x > 0);
    numbers[0] = cg::reduce(group, y, cg::plus<float>());
  }
  __global__ void k(const int* x, const float* y, int* integers, float* numbers) {
    const cg::thread_block block = cg::this_thread_block();
    const int t = block.thread_rank(), own = x[t];
    if (block.size() % 32 == 0)
      tile(cg::tiled_partition<32>(block), own, y[t], integers + t, numbers + t);
    if (block.size() % 4 == 0)
      tile(cg::tiled_partition<4>(block), own, y[t], integers + 3 * 1024 + t, numbers + 1024 + t);
    if (own % 3 != 0) {
      const cg::coalesced_group group = cg::coalesced_threads();
      integers[6 * 1024 + t] = cg::reduce(group, own, cg::plus<int>());
      integers[7 * 1024 + t] = cg::exclusive_scan(group, own) + group.shfl(own, 0);
      integers[8 * 1024 + t] = group.size() + 100 * group.thread_rank();
      const auto part = cg::labeled_partition(group, own & 3);
      integers[9 * 1024 + t] = cg::reduce(part, own, cg::plus<int>()) + part.size();
    }
    integers[10 * 1024 + t] = block.size() + block.thread_index().x;
  })");

class ToolkitAgreementTest : public DeviceTest {
 protected:
  void SetUp() override {
    DeviceTest::SetUp();
    if (IsSkipped()) return;
    if (backend_name() != std::string_view("CUDA"))
      GTEST_SKIP() << "compares with NVIDIA's headers";
    try {
      (void)compile(program(including({"cuda_fp16.h"}, "__global__ void k() {}"), {"k"}, true),
                    device());
    } catch (const Error& error) {
      GTEST_SKIP() << "needs the toolkit's headers: " << error.what();
    }
  }

  static Program program(std::string source, std::vector<std::string> kernels, bool has_toolkit) {
    Program result{
        .name = "agreement.cu", .source = std::move(source), .kernels = std::move(kernels)};
    (has_toolkit ? result.options.toolkit_headers : result.options.cuda_headers) = true;
    return result;
  }

  Results run(const Kernel& kernel, unsigned threads) const {
    const Stream stream(device());
    const Buffer<int> x(device(), arguments_.integers);
    const Buffer<float> y(device(), arguments_.numbers);
    const Buffer<int> integers(device(), integer_rows * most);
    const Buffer<float> numbers(device(), number_rows * most);
    fill(stream, integers, 0);
    fill(stream, numbers, 0.0F);
    launch(stream, kernel, {.grid = {1}, .block = {threads}}, x, y, integers, numbers);
    return {read(stream, integers), read(stream, numbers)};
  }

  /// Sums of numbers in different orders differ by at most a rounding for each addition.
  void expect_equal(const Results& ours, const Results& theirs, unsigned threads) const {
    EXPECT_EQ(ours.integers, theirs.integers);
    double magnitudes = 0;
    for (unsigned t = 0; t < threads; ++t) magnitudes += std::abs(arguments_.numbers[t]);
    const double bound = 2 * threads * std::ldexp(magnitudes, -24);
    for (std::size_t i = 0; i < ours.numbers.size(); ++i)
      EXPECT_NEAR(ours.numbers[i], theirs.numbers[i], bound) << i;
  }

  Arguments arguments_{};
};

TEST_F(ToolkitAgreementTest, BlocksOfCub) {
  constexpr std::size_t sizes_of_program = 32;
  const std::vector<unsigned>& sizes = block_sizes();
  using Pair = std::pair<Module, Module>;  // with duet's headers, with the toolkit's
  const auto compiled = [&](std::size_t begin) {
    const std::size_t end = std::min(begin + sizes_of_program, sizes.size());
    std::vector<std::string> names;
    for (std::size_t i = begin; i < end; ++i)
      names.push_back("k<" + std::to_string(sizes[i]) + ">");
    return Pair(Module(device(), compile(program(blocks_source, names, false), device())),
                Module(device(), compile(program(blocks_source, names, true), device())));
  };
  std::vector<std::shared_future<Pair>> modules;
  for (std::size_t begin = 0; begin < sizes.size(); begin += sizes_of_program)
    modules.emplace_back(std::async(std::launch::async, compiled, begin));
  for (std::size_t i = 0; i < sizes.size(); ++i) {
    SCOPED_TRACE("block of " + std::to_string(sizes[i]));
    const auto& [ours, theirs] = modules[i / sizes_of_program].get();
    const std::string name = "k<" + std::to_string(sizes[i]) + ">";
    expect_equal(run(ours.kernel(name), sizes[i]), run(theirs.kernel(name), sizes[i]), sizes[i]);
  }
}

TEST_F(ToolkitAgreementTest, CooperativeGroups) {
  const Module ours(device(), compile(program(groups_source, {"k"}, false), device()));
  const Module theirs(device(), compile(program(groups_source, {"k"}, true), device()));
  for (const unsigned size : block_sizes()) {
    SCOPED_TRACE("block of " + std::to_string(size));
    expect_equal(run(ours.kernel("k"), size), run(theirs.kernel("k"), size), size);
  }
}

}  // namespace
}  // namespace duet::test
