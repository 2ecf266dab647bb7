// Random kernels, many in one compilation, against the same computed on the host.
//   DUET_TEST_KERNELS=2500   number of kernels for each machine (default 12)
//   DUET_TEST_SEED=…         seed, to repeat a failed run (each run prints it)

#include <gtest/gtest.h>

#include <cstdlib>
#include <iostream>

#include "test/clang_compiler.hpp"
#include "test/emulated_kernels.hpp"
#include "test/random_kernel.hpp"

namespace amd_emulator::test {
namespace {

u64 setting(const char* name, u64 otherwise) {
  const char* const text = std::getenv(name);
  return text == nullptr ? otherwise : std::strtoull(text, nullptr, 0);
}

void check(const Machine& machine, u64 first_seed, u64 count) {
  std::vector<RandomKernel> kernels;
  std::string source;
  for (u64 i = 0; i < count; ++i) {
    kernels.emplace_back("k" + std::to_string(i), first_seed + i);
    source += kernels.back().source();
  }
  EmulatedKernels compiled(machine, source);
  std::mt19937 random(static_cast<u32>(first_seed));
  for (u64 i = 0; i < count; ++i) {
    constexpr unsigned sizes[] = {1, 31, 64, 65, 96, 200, 256};
    const unsigned threads = sizes[random() % std::size(sizes)];
    std::vector<u32> in(3 * std::size_t{threads});
    for (u32& word : in) word = static_cast<u32>(random() >> random() % 32);
    std::vector<u32> out(in.size());
    std::vector<u32> counters(RandomKernel::counters, 7);
    std::vector<u32> expected_counters = counters;
    const auto expected = kernels[i].run(in, threads, expected_counters);
    // Waves take turns at random.
    const RunOptions options{.threads = 1, .seed = i + 1, .interleaving = i % 2 == 0 ? 0 : i};
    compiled.run("k" + std::to_string(i), {3, 1, 1}, {threads, 1, 1},
                 {compiled.address(in), compiled.address(out), compiled.address(counters)}, 0,
                 options);
    ASSERT_EQ(out, expected) << "DUET_TEST_SEED=" << first_seed + i << "\n" << kernels[i].source();
    ASSERT_EQ(counters, expected_counters) << "DUET_TEST_SEED=" << first_seed + i << "\n"
                                           << kernels[i].source();
  }
}

/// Some kernels of hiprtc 5.2.3 compute other values than those of clang-19, which agree with the
/// host: seed 818018151 is one. DUET_TEST_KERNELS_OF_HIPRTC=1 includes its machines.
std::vector<Machine> chosen_machines() {
  return setting("DUET_TEST_KERNELS_OF_HIPRTC", 0) == 0 ? machines_of_clang() : machines();
}

GTEST_ALLOW_UNINSTANTIATED_PARAMETERIZED_TEST(RandomKernelTest);
class RandomKernelTest : public testing::TestWithParam<Machine> {};

INSTANTIATE_TEST_SUITE_P(, RandomKernelTest, testing::ValuesIn(chosen_machines()),
                         [](const auto& instance) { return name_of(instance.param); });

TEST_P(RandomKernelTest, ComputesWhatTheHostDoes) {
  const u64 seed = setting("DUET_TEST_SEED", std::random_device()());
  const u64 count = setting("DUET_TEST_KERNELS", 12);
  std::cout << "DUET_TEST_SEED=" << seed << " DUET_TEST_KERNELS=" << count << '\n';
  constexpr u64 in_one_compilation = 50;
  for (u64 done = 0; done < count && !HasFatalFailure(); done += in_one_compilation)
    check(GetParam(), seed + done, std::min(in_one_compilation, count - done));
}

}  // namespace
}  // namespace amd_emulator::test
