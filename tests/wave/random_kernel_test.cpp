// Random kernels, many in one compilation, against the same computed on the host.
//   DUET_TEST_KERNELS=5000   number of kernels for each wave size (default 12)
//   DUET_TEST_SEED=…         seed of the first kernel (default 1: hiprtc 5.2.3 compiles about one
//   of
//                            2000 kernels to wrong code, which is right with DUET_TEST_OPTION=-O0)

#include "random_kernel.hpp"

#include <algorithm>
#include <cstdlib>
#include <iostream>

#include "wave_run.hpp"

namespace duet::test {
namespace {

std::uint64_t setting(const char* name, std::uint64_t otherwise) {
  const char* text = std::getenv(name);
  return text == nullptr ? otherwise : std::strtoull(text, nullptr, 0);
}

std::string name_of(std::uint64_t number) { return "k" + std::to_string(number); }

Module compile_kernels(const Device& device, const std::vector<RandomKernel>& kernels,
                       unsigned wave_size) {
  Program program{.name = "random_kernels",
                  .source = "#include <duet/device/kernel.hpp>\n#include <duet/device/wave.hpp>\n",
                  .options = {.wave_size = static_cast<int>(wave_size)}};
  for (const RandomKernel& kernel : kernels) program.source += kernel.source();
  if (const char* option = std::getenv("DUET_TEST_OPTION")) program.options.extra = {option};
  return Module(device, compile(program, device));
}

/// Compiles and runs the kernels of `count` seeds.
void run_kernels(const Device& device, unsigned wave_size, std::uint64_t seed,
                 std::uint64_t count) {
  std::vector<RandomKernel> kernels;
  for (std::uint64_t i = 0; i < count; ++i) kernels.emplace_back(name_of(i), seed + i);
  const Module module = compile_kernels(device, kernels, wave_size);
  const Stream stream(device);
  for (std::uint64_t i = 0; i < count; ++i) {
    std::mt19937 random(static_cast<std::uint32_t>(seed + i));
    constexpr std::array<unsigned, 7> sizes{1, 31, 64, 65, 96, 200, RandomKernel::most_threads};
    const unsigned threads = sizes[random() % sizes.size()];
    std::vector<std::uint32_t> in(3 * std::size_t{threads});
    for (std::uint32_t& word : in) word = static_cast<std::uint32_t>(random() >> random() % 32);
    std::vector<std::uint32_t> counters(RandomKernel::counters, 7);
    std::vector<std::uint32_t> with_zeros = in;
    with_zeros.resize(in.size() + threads);
    const Buffer<std::uint32_t> device_in(device, with_zeros.size());
    const Buffer<std::uint32_t> device_out(device, in.size());
    const Buffer<std::uint32_t> device_counters(device, counters.size());
    write(stream, device_in, with_zeros);
    write(stream, device_counters, counters);
    launch(stream, module.kernel(name_of(i)), {.grid = {3}, .block = {threads}}, device_in,
           device_out, device_counters);
    const auto expected = kernels[i].run(in, threads, wave_size, counters);
    ASSERT_EQ(read(stream, device_out), expected)
        << "wave size " << wave_size << ", DUET_TEST_SEED=" << seed + i << '\n'
        << kernels[i].source();
    ASSERT_EQ(read(stream, device_counters), counters)
        << "wave size " << wave_size << ", DUET_TEST_SEED=" << seed + i << '\n'
        << kernels[i].source();
  }
}

using RandomKernelTest = DeviceTest;

TEST_F(RandomKernelTest, ComputesWhatTheHostDoes) {
  const std::uint64_t seed = setting("DUET_TEST_SEED", 1);
  const std::uint64_t count = setting("DUET_TEST_KERNELS", 12);
  std::cout << "DUET_TEST_SEED=" << seed << " DUET_TEST_KERNELS=" << count << '\n';
  constexpr std::uint64_t in_one_compilation = 50;
  int sizes = 0;
  for (const unsigned wave_size : {32u, 64u}) {
    try {
      for (std::uint64_t done = 0; done < count && !HasFatalFailure(); done += in_one_compilation)
        run_kernels(device(), wave_size, seed + done, std::min(in_one_compilation, count - done));
      ++sizes;
    } catch (const Error& error) {
      ASSERT_TRUE(lacks_wave_size(error)) << error.what();
    }
  }
  EXPECT_GE(sizes, 1);
}

}  // namespace
}  // namespace duet::test
