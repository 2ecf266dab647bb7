#include <optional>

#include "wave_run.hpp"

namespace duet::test {
namespace {

using testing::HasSubstr;

using WaveSizeTest = DeviceTest;

TEST_F(WaveSizeTest, TheDefaultIsTheSizeOfTheDevice) {
  const WaveRun<int> run(device(), "out[t] = duet::wave_size;", {{1}, {1}}, 1, "int");
  EXPECT_EQ(run.values[0], device().info().wave_size);
  EXPECT_THAT(run.wave_size, testing::AnyOf(32u, 64u));
}

TEST_F(WaveSizeTest, AnUnsupportedWaveSizeIsAnError) {
  for (const int size : {0, 16, 33, 128, -32}) {
    const Program program{.source = "", .options = {.wave_size = size}};
    const Error error = error_of([&] { (void)compile(program, device()); });
    EXPECT_EQ(error.code(), ErrorCode::invalid_argument) << size;
    EXPECT_THAT(error.what(), HasSubstr("wave_size is " + std::to_string(size)));
    EXPECT_THAT(error.what(), testing::AnyOf(HasSubstr("32"), HasSubstr("64")));
  }
}

// For a test without a device.
const char* const wave_size_source = R"(
  #include <duet/device/wave.hpp>
  static_assert(duet::wave_size == WANTED);
  struct Wide { double a; int b; char c; };
  __global__ void k(float* x, Wide* wide, duet::lane_mask* masks) {
    const unsigned t = duet::lane() + duet::wave_in_block();
    x[t] = duet::shuffle(x[t], 3) + duet::shuffle_up<8>(x[t], 1) + duet::shuffle_xor(x[t], 2);
    const duet::lane_mask here = duet::active_mask();
    wide[t] = duet::shuffle_down<16>(here, duet::shuffle<4>(here, wide[t], 5), 3);
    wide[t] = duet::shuffle_xor(here, duet::shuffle_up(here, wide[t], 1), 1);
    duet::wave_barrier();
    duet::wave_barrier(here);
    masks[t] = duet::ballot(x[t] > 1) ^ duet::ballot(here, x[t] > 2) ^
               duet::match_any(wide[t]) ^ duet::match_any(here, x[t]);
    x[t] = duet::any(x[t] > 3) + duet::any(here, x[t] > 4) + duet::all(x[t] > 5) +
           duet::all(here, x[t] > 6) + duet::match_all(short(x[t])) + duet::match_all(here, x[t]);
  })";

TEST(WaveSize, EveryArchitectureCompilesForItsWaveSizes) {
  if (compiler_description().find("hip_on_cuda") != std::string::npos) {
    GTEST_SKIP() << "hip_on_cuda has waves of 32 lanes only";
  }
  for (const std::string& architecture : supported_architectures()) {
    int compiled = 0;
    for (const int size : {32, 64}) {
      const Program program{
          .source = wave_size_source,
          .kernels = {"k"},
          .options = {.wave_size = size, .defines = {"WANTED=" + std::to_string(size)}}};
      try {
        (void)compile(program, architecture);
        ++compiled;
      } catch (const Error& error) {
        EXPECT_TRUE(lacks_wave_size(error)) << error.what();
      }
    }
    EXPECT_GE(compiled, 1) << architecture;
  }
}

TEST_F(WaveSizeTest, CodeRunsWithItsWaveSize) {
  const Stream stream(device());
  for (const int size : {32, 64}) {
    std::optional<Code> code;
    try {
      code = compile({.source = R"(
        #include <duet/device/wave.hpp>
        extern "C" __global__ void k(duet::uint64_t* out) {
          out[threadIdx.x] = duet::ballot(threadIdx.x % 2 == 0);
        })",
                      .options = {.wave_size = size}},
                     device());
    } catch (const Error& error) {
      EXPECT_TRUE(lacks_wave_size(error)) << error.what();
      continue;
    }
    const Buffer<Mask> out(device(), 64);
    launch(stream, Module(device(), *code).kernel("k"), {{1}, {64}}, out);
    const Mask expected = 0x5555555555555555 & first_lanes(static_cast<unsigned>(size));
    EXPECT_THAT(read(stream, out), testing::Each(expected)) << size;
  }
}

}  // namespace
}  // namespace duet::test
