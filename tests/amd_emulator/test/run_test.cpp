// What a launch can do besides computing: cooperative grids, printf, counts, lines of faults.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cstring>
#include <map>

#include "base/fault.hpp"
#include "run/printf_text.hpp"
#include "test/emulated_kernels.hpp"

namespace amd_emulator::test {
namespace {

using testing::AllOf;
using testing::HasSubstr;

constexpr const char* source = R"(
  extern "C" __global__ void wait_for_all_blocks(unsigned* arrived, unsigned* seen) {
    if (threadIdx.x == 0) {
      atomicAdd(arrived, 1u);
      while (*(volatile unsigned*)arrived < gridDim.x) {}
    }
    __syncthreads();
    if (threadIdx.x == 0) seen[blockIdx.x] = *arrived;
  }
  extern "C" __global__ void read_with_stride(int stride, int* x) {
    __shared__ int values[64 * 32];
    for (int i = threadIdx.x; i < 64 * 32; i += blockDim.x) values[i] = i;
    __syncthreads();
    x[threadIdx.x] = values[threadIdx.x * stride];
  }
  extern "C" __global__ void half_of_the_lanes(float* x) {
    if (threadIdx.x % 2 == 0)
      for (int i = 0; i < 1000; ++i) x[threadIdx.x] = x[threadIdx.x] * 1.5f + 0.25f;
  }
  extern "C" __global__ void tell(int n) {
    if (threadIdx.x < 2) printf("%d of %s %.2f in %u\n", n, "a text of some length", 1.5, (unsigned)threadIdx.x);
  }
  extern "C" __global__ void write_at(long long place, int* x) {
    x[place] = 1;
  }
  extern "C" __global__ void wait_for_the_last_thread(volatile int* flags) {
    if (threadIdx.x == 3)
      while (flags[blockIdx.x] == 0) {}
    if (threadIdx.x == blockDim.x - 1) flags[blockIdx.x] = 1;
  }
)";

/// ", kernel:N," for the line of the source that has a text.
std::string line_of(const std::string& part) {
  const std::string_view before =
      std::string_view(source).substr(0, std::string(source).find(part));
  return ", kernel:" + std::to_string(std::ranges::count(before, '\n') + 1) + ",";
}

class RunTest : public testing::TestWithParam<Machine> {
 protected:
  EmulatedKernels& kernels() {
    static std::map<std::string, std::unique_ptr<EmulatedKernels>> made;
    auto& entry = made[name_of(GetParam())];
    if (!entry) entry = std::make_unique<EmulatedKernels>(GetParam(), source, "-gline-tables-only");
    return *entry;
  }
};

INSTANTIATE_TEST_SUITE_P(, RunTest, testing::Values(Machine{"gfx90a", 64}, Machine{"gfx1030", 32}),
                         [](const auto& instance) { return name_of(instance.param); });

TEST_P(RunTest, BlocksOfACooperativeGridWaitForEachOther) {
  std::vector<unsigned> arrived(1);
  std::vector<unsigned> seen(9);
  kernels().run("wait_for_all_blocks", {9, 1, 1}, {96, 1, 1},
                {kernels().address(arrived), kernels().address(seen)}, 0,
                {.threads = 2, .is_cooperative = true});
  EXPECT_THAT(seen, testing::Each(9U));
}

TEST_P(RunTest, BankConflictsOfSharedMemoryAreCounted) {
  const auto conflicts = [&](u64 stride) {
    std::vector<int> x(GetParam().lanes);
    return kernels()
        .run("read_with_stride", {1, 1, 1}, {GetParam().lanes, 1, 1},
             {stride, kernels().address(x)}, 0, {.counts = true})
        .bank_conflicts;
  };
  EXPECT_EQ(conflicts(1), 0U);
  // All 32 lanes of a turn read another word of one bank.
  EXPECT_EQ(conflicts(32), 31U * (GetParam().lanes / 32));
}

TEST_P(RunTest, InstructionsAndIdleLanesAreCounted) {
  std::vector<float> x(GetParam().lanes, 1);
  const RunCounts counts = kernels().run("half_of_the_lanes", {1, 1, 1}, {GetParam().lanes, 1, 1},
                                         {kernels().address(x)}, 0, {.counts = true});
  EXPECT_EQ(counts.instructions, counts.vector + counts.scalar + counts.memory + counts.shared);
  EXPECT_GE(counts.vector, 1000U);
  EXPECT_NEAR(static_cast<double>(counts.idle_lanes) / static_cast<double>(counts.lanes), 0.5,
              0.02);
  EXPECT_EQ(counts.matrix, 0U);
}

TEST_P(RunTest, PrintfPrintsForEachLane) {
  testing::internal::CaptureStdout();
  kernels().run("tell", {1, 1, 1}, {64, 1, 1}, {42});
  std::fflush(stdout);
  EXPECT_EQ(testing::internal::GetCapturedStdout(),
            "42 of a text of some length 1.50 in 0\n42 of a text of some length 1.50 in 1\n");
}

TEST_P(RunTest, AFaultTellsItsKindAndLine) {
  std::vector<int> x(8);
  try {
    kernels().run("write_at", {1, 1, 1}, {1, 1, 1}, {std::size_t{1} << 40, kernels().address(x)});
    FAIL() << "no fault";
  } catch (const Fault& fault) {
    EXPECT_EQ(fault.kind(), FaultKind::address);
    EXPECT_THAT(fault.what(),
                AllOf(HasSubstr("kernel 'write_at'"), HasSubstr(line_of("x[place] = 1"))));
  }
}

TEST_P(RunTest, AWaveThatRunsForLongIsNamedOnce) {
  const auto notes = [&](std::chrono::milliseconds patience) {
    std::vector<int> flags(2);
    const u64 address = kernels().address(flags);
    testing::internal::CaptureStderr();
    kernels().run("wait_for_the_last_thread", {2, 1, 1}, {3 * GetParam().lanes, 1, 1}, {address}, 0,
                  {.threads = 1, .patience = patience});
    return testing::internal::GetCapturedStderr();
  };
  EXPECT_EQ(notes(std::chrono::minutes(1)), "");
  const std::string note = notes(std::chrono::milliseconds(0));
  EXPECT_THAT(note, AllOf(HasSubstr("kernel 'wait_for_the_last_thread'"),
                          HasSubstr(line_of("while (flags[blockIdx.x] == 0)") +
                                    " block (0, 0, 0), wave 0, at"),
                          HasSubstr(": runs for more than 0 s, with 1 of "),
                          HasSubstr(" lanes active, the first is thread (3, 0, 0); of the block's "
                                    "3 waves 2 have ended and 0 wait at a barrier")));
  EXPECT_EQ(std::count(note.begin(), note.end(), '\n'), 1);
}

std::vector<u64> words_of(const std::string& text) {
  std::vector<u64> words(text.size() / 8 + 1);
  std::memcpy(words.data(), text.data(), text.size());
  return words;
}

std::string formatted(const std::string& format, const std::vector<u64>& arguments) {
  std::vector<u64> words = words_of(format);
  words.insert(words.end(), arguments.begin(), arguments.end());
  return printf_text(words);
}

TEST(PrintfTextTest, ConvertsAsTheCLibraryDoes) {
  const u64 minus_five = static_cast<u64>(-5);
  EXPECT_EQ(formatted("%d|%u|%lld|%hhd", {minus_five, minus_five, minus_five, 300}),
            "-5|4294967291|-5|44");
  EXPECT_EQ(formatted("%08.3f|%-5dx|%+d|%#x|%c", {std::bit_cast<u64>(3.14159), 7, 7, 255, 'q'}),
            "0003.142|7    x|+7|0xff|q");
  EXPECT_EQ(formatted("%*d|%.*f", {4, 7, 1, std::bit_cast<u64>(2.25)}), "   7|2.2");
  EXPECT_EQ(formatted("100%% of %p", {0x1234}), "100% of 0x1234");
}

TEST(PrintfTextTest, MissingArgumentsPrintNothing) {
  EXPECT_EQ(formatted("a %d b %s c", {1}), "a 1 b  c");
  EXPECT_EQ(formatted("no letter %", {}), "no letter ");
}

}  // namespace
}  // namespace amd_emulator::test
