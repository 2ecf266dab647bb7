// Whole kernels, compiled by hiprtc: what they compute, and how their mistakes are told.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>
#include <numeric>

#include "base/fault.hpp"
#include "test/emulated_kernels.hpp"

namespace amd_emulator::test {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::ThrowsMessage;

constexpr const char* source = R"(
  __device__ int table[4] = {7, 5, 3, 2};
  __device__ int* table_end = table + 4;

  extern "C" __global__ void scale(int n, float factor, const float* x, double* y) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) y[i] = factor * x[i] / 3.0;
  }
  extern "C" __global__ void reverse(int* x) {
    extern __shared__ int values[];
    const int i = threadIdx.x, n = blockDim.x;
    values[i] = x[blockIdx.x * n + i];
    __syncthreads();
    x[blockIdx.x * n + i] = values[n - 1 - i];
  }
  extern "C" __global__ void reverse_without_barrier(int* x) {
    extern __shared__ int values[];
    const int i = threadIdx.x, n = blockDim.x;
    values[i] = x[i];
    x[i] = values[n - 1 - i];
  }
  extern "C" __global__ void places(unsigned* x) {
    const unsigned block = (blockIdx.z * gridDim.y + blockIdx.y) * gridDim.x + blockIdx.x;
    const unsigned thread = (threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x;
    x[block * blockDim.x * blockDim.y * blockDim.z + thread] = block * 1000 + thread;
  }
  extern "C" __global__ void sort_locally(int n, int* x) {
    int own[24];
    for (int i = 0; i < n; ++i) own[i] = x[threadIdx.x * n + i];
    for (int i = 1; i < n; ++i)
      for (int j = i; j > 0 && own[j - 1] > own[j]; --j) {
        const int t = own[j]; own[j] = own[j - 1]; own[j - 1] = t;
      }
    for (int i = 0; i < n; ++i) x[threadIdx.x * n + i] = own[i];
  }
  __device__ __noinline__ unsigned collatz(unsigned long long n) {
    unsigned steps = 0;
    for (; n != 1; ++steps) n = n % 2 == 0 ? n / 2 : 3 * n + 1;
    return steps;
  }
  extern "C" __global__ void count_steps(unsigned* x) { x[threadIdx.x] = collatz(threadIdx.x + 1); }
  extern "C" __global__ void histogram(unsigned n, const unsigned* x, unsigned* bins,
                                       unsigned long long* sum, float* total) {
    __shared__ unsigned local[16];
    if (threadIdx.x < 16) local[threadIdx.x] = 0;
    __syncthreads();
    const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
      atomicAdd(&local[x[i] % 16], 1u);
      atomicAdd(sum, (unsigned long long)x[i] << 20);
      atomicAdd(total, 0.5f);
    }
    __syncthreads();
    if (threadIdx.x < 16) atomicAdd(&bins[threadIdx.x], local[threadIdx.x]);
  }
  extern "C" __global__ void read_table(int* x) {
    x[threadIdx.x] = table_end[-1 - (int)threadIdx.x];
    if (threadIdx.x == 0) table[0] = 70;
  }
  extern "C" __global__ void write_at(long long place, int* x) { x[place] = 1; }
  extern "C" __global__ void stop(int* x) { if (x[threadIdx.x] == 3) __builtin_trap(); }
  extern "C" __global__ void wait_for_each_other(volatile int* x) {
    __shared__ volatile int flag;
    if (threadIdx.x == 0) flag = 0;
    __syncthreads();
    if (threadIdx.x == 0) { while (flag == 0) {} x[0] = 1; }
    if (threadIdx.x == blockDim.x - 1) flag = 1;
  }
)";

/// The kernels are compiled once for each machine.
class KernelTest : public testing::TestWithParam<Machine> {
 protected:
  EmulatedKernels& kernels() {
    static std::map<std::string, std::unique_ptr<EmulatedKernels>> made;
    auto& entry = made[name_of(GetParam())];
    if (!entry) entry = std::make_unique<EmulatedKernels>(GetParam(), source);
    return *entry;
  }

  template <typename T>
  std::vector<T> numbers(std::size_t count) {
    std::vector<T> values(count);
    std::iota(values.begin(), values.end(), T{1});
    return values;
  }
};

INSTANTIATE_TEST_SUITE_P(, KernelTest, testing::ValuesIn(machines()),
                         [](const auto& instance) { return name_of(instance.param); });

TEST_P(KernelTest, LanesBeyondTheEndDoNothing) {
  auto x = numbers<float>(1000);
  std::vector<double> y(1000, -1);
  const u64 factor = std::bit_cast<u32>(2.5F);
  kernels().run("scale", {5, 1, 1}, {192, 1, 1},
                {900, factor, kernels().address(x), kernels().address(y)});
  for (std::size_t i = 0; i < y.size(); ++i)
    ASSERT_EQ(y[i], i < 900 ? double{2.5F * x[i]} / 3.0 : -1) << i;
}

TEST_P(KernelTest, WavesMeetAtBarriers) {
  auto x = numbers<int>(3 * 256);
  kernels().run("reverse", {3, 1, 1}, {256, 1, 1}, {kernels().address(x)}, 256 * 4,
                {.threads = 1, .interleaving = 7});
  for (int i = 0; i < 3 * 256; ++i)
    ASSERT_EQ(x[static_cast<std::size_t>(i)], i / 256 * 256 + 256 - i % 256) << i;
}

TEST_P(KernelTest, AMissingBarrierShows) {
  auto x = numbers<int>(256);
  const auto before = x;
  kernels().run("reverse_without_barrier", {1, 1, 1}, {256, 1, 1}, {kernels().address(x)}, 256 * 4);
  EXPECT_FALSE(std::equal(x.begin(), x.end(), before.rbegin()));
}

TEST_P(KernelTest, RacesAreNamed) {
  auto x = numbers<int>(256);
  const RunOptions options{.threads = 1, .detects_races = true};
  kernels().run("reverse", {1, 1, 1}, {256, 1, 1}, {kernels().address(x)}, 256 * 4, options);
  EXPECT_THAT(
      [&] {
        kernels().run("reverse_without_barrier", {1, 1, 1}, {256, 1, 1}, {kernels().address(x)},
                      256 * 4, options);
      },
      ThrowsMessage<Fault>(AllOf(HasSubstr("a race: this wave"), HasSubstr("no barrier between"))));
  // All blocks write the same place.
  EXPECT_THAT(
      [&] {
        kernels().run("write_at", {2, 1, 1}, {1, 1, 1}, {3, kernels().address(x)}, 0, options);
      },
      ThrowsMessage<Fault>(HasSubstr("that block")));
  // Atomic operations are no races.
  std::vector<unsigned> bins(16, 0);
  std::vector<unsigned> values(512, 5);
  std::vector<u64> sum(1, 0);
  std::vector<float> total(1, 0);
  kernels().run("histogram", {4, 1, 1}, {128, 1, 1},
                {values.size(), kernels().address(values), kernels().address(bins),
                 kernels().address(sum), kernels().address(total)},
                0, options);
  EXPECT_EQ(bins[5], 512U);
}

TEST_P(KernelTest, ThreadsHaveTheirPlace) {
  std::vector<unsigned> x(2 * 3 * 2 * 7 * 5 * 3, 0);
  kernels().run("places", {2, 3, 2}, {7, 5, 3}, {kernels().address(x)});
  for (unsigned i = 0; i < x.size(); ++i) ASSERT_EQ(x[i], i / 105 * 1000 + i % 105);
}

TEST_P(KernelTest, ScratchHoldsArrays) {
  std::vector<int> x(100 * 24);
  for (std::size_t i = 0; i < x.size(); ++i) x[i] = static_cast<int>(i * 7919 % 1009);
  auto expected = x;
  for (auto row = expected.begin(); row != expected.end(); row += 24) std::sort(row, row + 24);
  kernels().run("sort_locally", {1, 1, 1}, {100, 1, 1}, {24, kernels().address(x)});
  EXPECT_EQ(x, expected);
}

TEST_P(KernelTest, LanesLeaveLoopsOneByOne) {
  std::vector<unsigned> x(200);
  kernels().run("count_steps", {1, 1, 1}, {200, 1, 1}, {kernels().address(x)});
  for (unsigned i = 0; i < x.size(); ++i) {
    unsigned steps = 0;
    for (u64 n = i + 1; n != 1; ++steps) n = n % 2 == 0 ? n / 2 : 3 * n + 1;
    ASSERT_EQ(x[i], steps) << i;
  }
}

TEST_P(KernelTest, AtomicOperationsOfAllBlocksCount) {
  std::vector<unsigned> x(5000);
  std::vector<unsigned> bins(16, 0);
  std::vector<unsigned> expected(16, 0);
  std::vector<u64> sum(1, 0);
  std::vector<float> total(1, 0);
  u64 expected_sum = 0;
  for (std::size_t i = 0; i < x.size(); ++i) {
    x[i] = static_cast<unsigned>(i * i * 2654435761U);
    ++expected[x[i] % 16];
    expected_sum += u64{x[i]} << 20;
  }
  kernels().run("histogram", {40, 1, 1}, {128, 1, 1},
                {x.size(), kernels().address(x), kernels().address(bins), kernels().address(sum),
                 kernels().address(total)});
  EXPECT_EQ(bins, expected);
  EXPECT_EQ(sum[0], expected_sum);
  EXPECT_EQ(total[0], 2500);
}

TEST_P(KernelTest, VariablesAreInitialisedRelocatedAndChanged) {
  EmulatedKernels own(GetParam(), source);
  std::vector<int> x(4);
  own.run("read_table", {1, 1, 1}, {4, 1, 1}, {own.address(x)});
  EXPECT_THAT(x, testing::ElementsAre(2, 3, 5, 7));
  own.run("read_table", {1, 1, 1}, {4, 1, 1}, {own.address(x)});
  EXPECT_THAT(x, testing::ElementsAre(2, 3, 5, 70));
}

TEST_P(KernelTest, AnAddressOutsideOfAllMemoryIsNamed) {
  std::vector<int> x(16);
  const u64 address = kernels().address(x);
  EXPECT_THAT(
      [&] {
        kernels().run("write_at", {1, 1, 1}, {1, 1, 1}, {16, address});
      },
      ThrowsMessage<Fault>(AllOf(HasSubstr("kernel 'write_at'"), HasSubstr("global_store"),
                                 HasSubstr("byte 64 of an array of the test with 64"))));
}

TEST_P(KernelTest, ATrapIsNamed) {
  auto x = numbers<int>(4);
  EXPECT_THAT(
      [&] {
        kernels().run("stop", {1, 1, 1}, {4, 1, 1}, {kernels().address(x)});
      },
      ThrowsMessage<Fault>(AllOf(HasSubstr("kernel 'stop'"), HasSubstr("stopped itself"))));
}

TEST_P(KernelTest, WavesThatWaitForOthersLetThemRun) {
  std::vector<int> x(1, 0);
  kernels().run("wait_for_each_other", {1, 1, 1}, {256, 1, 1}, {kernels().address(x)});
  EXPECT_EQ(x[0], 1);
}

TEST_P(KernelTest, RegistersBeginAsGarbageOfTheSeed) {
  // Without initial values the sum of LDS is another one for another seed.
  auto x = numbers<int>(64);
  auto y = numbers<int>(64);
  kernels().run("reverse_without_barrier", {1, 1, 1}, {64, 1, 1}, {kernels().address(x)}, 256 * 4);
  kernels().run("reverse_without_barrier", {1, 1, 1}, {64, 1, 1}, {kernels().address(y)}, 256 * 4,
                {.threads = 1, .seed = 2});
  if (GetParam().lanes == 64)
    EXPECT_EQ(x, y);  // one wave writes all before it reads
  else
    EXPECT_NE(x, y);
}

}  // namespace
}  // namespace amd_emulator::test
