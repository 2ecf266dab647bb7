#include <array>
#include <cstdint>
#include <cstring>
#include <functional>
#include <optional>

#include "support/device_test.hpp"

namespace duet::test {
namespace {

using testing::HasSubstr;
using Mask = std::uint64_t;

using WaveTest = DeviceTest;

/// Runs a kernel `k(T* out)` and returns what it wrote, with the wave size that it was compiled for
/// at hand for the expectations.
template <typename T>
class WaveRun {
 public:
  WaveRun(const Device& device, const std::string& body, LaunchShape shape, std::size_t count,
          const std::string& type, const std::string& before = "") {
    const Stream stream(device);
    const std::string source =
        "#include <duet/device/kernel.hpp>\n"
        "#include <duet/device/wave.hpp>\n" +
        before + "\nextern \"C\" __global__ void k(" + type +
        "* out, int* wave) {\n"
        "  if (duet::thread_in_grid() == 0) *wave = duet::wave_size;\n"
        "  const unsigned t = duet::thread_in_block();\n"
        "  const int lane = int(duet::lane());\n" +
        body + "}\n";
    const Kernel kernel = make_kernel(device, source, "k");
    const Buffer<T> out(device, count);
    fill_bytes(stream, out);
    const Buffer<int> wave(device, 1);
    launch(stream, kernel, shape, out, wave);
    values = read(stream, out);
    wave_size = static_cast<unsigned>(read(stream, wave)[0]);
  }

  std::vector<T> values{};
  unsigned wave_size = 0;

 private:
  static void fill_bytes(const Stream& stream, const Buffer<T>& out) {
    write(stream, out, std::vector<T>(out.size()));
  }
};

/// All lanes below `count`.
Mask first_lanes(unsigned count) { return count == 64 ? ~Mask{0} : (Mask{1} << count) - 1; }

TEST_F(WaveTest, TheSizeIsTheDevices) {
  const WaveRun<int> run(device(), "out[t] = duet::wave_size;", {{1}, {1}}, 1, "int");
  EXPECT_EQ(run.values[0], device().info().wave_size);
  EXPECT_THAT(run.wave_size, testing::AnyOf(32u, 64u));
}

TEST_F(WaveTest, LanesAndWavesAreCountedInThreeDimensions) {
  const WaveRun<std::array<unsigned, 2>> run(
      device(), "out[t] = {duet::lane(), duet::wave_in_block()};", {{1}, {7, 5, 4}}, 140, "Two",
      "struct Two { unsigned lane, wave; };");
  for (unsigned t = 0; t < 140; ++t) {
    EXPECT_EQ(run.values[t][0], t % run.wave_size) << t;
    EXPECT_EQ(run.values[t][1], t / run.wave_size) << t;
  }
}

TEST_F(WaveTest, MasksHaveABitALane) {
  const WaveRun<int> run(device(), "out[t] = int(sizeof(duet::lane_mask)) * 8;", {{1}, {1}}, 1,
                         "int");
  EXPECT_EQ(run.values[0], static_cast<int>(run.wave_size));
}

/// A value of 1 to 24 bytes for each lane, and what each shuffle makes of it.
template <typename Number, std::size_t count>
void expect_shuffles(const Device& device, const std::string& number) {
  struct Value {
    Number numbers[count];
  };
  const std::string value = "Value";
  const std::string before = "using Number = " + number + ";\nstruct Value { Number numbers[" +
                             std::to_string(count) +
                             "]; };\n"
                             "__device__ Value make(int lane) { Value v{};\n"
                             "  for (int i = 0; i < " +
                             std::to_string(count) +
                             "; ++i) v.numbers[i] = "
                             "Number(lane * 3 + i + 1);\n  return v; }\n";
  const unsigned threads = 128;
  const WaveRun<Value> run(device, R"(
    const Value own = make(lane);
    out[t] = duet::shuffle(own, 5);
    out[t + 128] = duet::shuffle_up(own, 3);
    out[t + 256] = duet::shuffle_down(own, 7);
    out[t + 384] = duet::shuffle_xor(own, 9);
    out[t + 512] = duet::shuffle<8>(own, lane + 1);
    out[t + 640] = duet::shuffle_up<16>(own, 2);
    out[t + 768] = duet::shuffle_down<4>(own, 1);
    out[t + 896] = duet::shuffle_xor<8>(own, 5);
  )",
                           {{1}, {threads}}, 8 * threads, value, before);
  const std::array<std::function<unsigned(unsigned)>, 8> sources{
      [](unsigned) { return 5u; },
      [](unsigned lane) { return lane < 3 ? lane : lane - 3; },
      [&](unsigned lane) { return lane + 7 < run.wave_size ? lane + 7 : lane; },
      [](unsigned lane) { return lane ^ 9u; },
      [](unsigned lane) { return lane / 8 * 8 + (lane + 1) % 8; },
      [](unsigned lane) { return lane % 16 < 2 ? lane : lane - 2; },
      [](unsigned lane) { return lane % 4 == 3 ? lane : lane + 1; },
      [](unsigned lane) { return lane ^ 5u; }};
  for (std::size_t kind = 0; kind < sources.size(); ++kind) {
    for (unsigned t = 0; t < threads; ++t) {
      const unsigned source = sources[kind](t % run.wave_size);
      for (std::size_t i = 0; i < count; ++i) {
        ASSERT_EQ(run.values[kind * threads + t].numbers[i],
                  static_cast<Number>(source * 3 + i + 1))
            << number << " shuffle " << kind << " thread " << t;
      }
    }
  }
}

TEST_F(WaveTest, ShufflesTakeValuesOfEverySize) {
  expect_shuffles<unsigned char, 1>(device(), "unsigned char");
  expect_shuffles<short, 1>(device(), "short");
  expect_shuffles<unsigned char, 3>(device(), "unsigned char");
  expect_shuffles<float, 1>(device(), "float");
  expect_shuffles<short, 3>(device(), "short");
  expect_shuffles<double, 1>(device(), "double");
  expect_shuffles<float, 3>(device(), "float");
  expect_shuffles<long long, 2>(device(), "long long");
  expect_shuffles<double, 3>(device(), "double");
}

TEST_F(WaveTest, AnXorWithinAWidthReadsEarlierSegmentsOnly) {
  const WaveRun<int> run(device(), "out[t] = duet::shuffle_xor<8>(lane, 12);", {{1}, {64}}, 64,
                         "int");
  for (int t = 0; t < 64; ++t) {
    const int lane = t % static_cast<int>(run.wave_size);
    const int source = lane ^ 12;
    EXPECT_EQ(run.values[static_cast<std::size_t>(t)], source > (lane | 7) ? lane : source) << t;
  }
}

TEST_F(WaveTest, ATypeThatIsNoneToCopyIsRefused) {
  const Error error = error_of([&] {
    (void)make_kernel(device(), R"(
      #include <duet/device/wave.hpp>
      struct Owner { int x; __device__ Owner(const Owner& o) : x(o.x) {} __device__ Owner(int i) : x(i) {} };
      __global__ void k(int* out) { out[0] = duet::shuffle(Owner(1), 0).x; })",
                      "k");
  });
  EXPECT_EQ(error.code(), ErrorCode::compile_failed);
}

TEST_F(WaveTest, AWidthThatIsNoPowerOfTwoIsRefused) {
  for (const char* width : {"3", "0", "128"}) {
    const std::string source = std::string(
                                   "#include <duet/device/wave.hpp>\n"
                                   "__global__ void k(int* out) { out[0] = duet::shuffle<") +
                               width + ">(out[1], 0); }";
    const Error error = error_of([&] { (void)make_kernel(device(), source, "k"); });
    EXPECT_THAT(error.log(), HasSubstr("power of two")) << width;
  }
}

TEST_F(WaveTest, BlocksNeedNotFillTheirWaves) {
  for (const unsigned threads : {1u, 31u, 33u, 63u, 65u, 100u, 127u}) {
    const WaveRun<Mask> run(device(), R"(
      out[t] = duet::ballot(true);
      out[t + 128] = duet::ballot(duet::lane_mask(~duet::lane_mask(0)), lane % 3 == 0);
      out[t + 256] = duet::shuffle(t, 0);
    )",
                            {{1}, {threads}}, 384, "duet::uint64_t");
    for (unsigned t = 0; t < threads; ++t) {
      const unsigned first = t / run.wave_size * run.wave_size;
      const Mask all = first_lanes(std::min(run.wave_size, threads - first));
      EXPECT_EQ(run.values[t], all) << t;
      EXPECT_EQ(run.values[t + 128], all & 0x9249249249249249) << t;
      EXPECT_EQ(run.values[t + 256], first) << t;
    }
  }
}

TEST_F(WaveTest, VotesSayForWhomAPredicateHolds) {
  const WaveRun<Mask> run(device(), R"(
    const int limit = int(t / 32);
    out[t] = duet::ballot(lane < 7);
    out[t + 256] = duet::any(lane == 9) + 2 * duet::any(lane == 77) + 4 * duet::all(lane < 64) +
                   8 * duet::all(lane != 11);
    out[t + 512] = duet::any(duet::wave_in_block() == 1) + 2 * duet::all(limit < 3);
  )",
                          {{1}, {256}}, 768, "duet::uint64_t");
  for (unsigned t = 0; t < 256; ++t) {
    EXPECT_EQ(run.values[t], 0x7fu);
    EXPECT_EQ(run.values[t + 256], 1u + 4u);
    const unsigned first = t / run.wave_size * run.wave_size;
    const bool below = (first + run.wave_size - 1) / 32 < 3;
    EXPECT_EQ(run.values[t + 512], (t / run.wave_size == 1 ? 1u : 0u) + (below ? 2u : 0u)) << t;
  }
}

TEST_F(WaveTest, MatchesCompareAllBytes) {
  const WaveRun<Mask> run(device(), R"(
    out[t] = duet::match_any(lane / 5);
    out[t + 128] = duet::match_any((long long)(lane % 3) << 40);
    out[t + 256] = duet::match_any((unsigned char)(lane % 2));
    out[t + 384] = duet::match_any(Three{1, lane / 16, 2});
    out[t + 512] = duet::match_all(lane / 64) + 2 * duet::match_all(lane / 8) +
                   4 * duet::match_all(1.5) + 8 * duet::match_all(Three{1, 2, lane});
  )",
                          {{1}, {128}}, 640, "duet::uint64_t", "struct Three { int a, b, c; };");
  const auto equal = [&](unsigned own, auto key) {
    Mask mask = 0;
    for (unsigned i = 0; i < run.wave_size; ++i) {
      if (key(i) == key(own)) mask |= Mask{1} << i;
    }
    return mask;
  };
  for (unsigned t = 0; t < 128; ++t) {
    const unsigned lane = t % run.wave_size;
    EXPECT_EQ(run.values[t], equal(lane, [](unsigned i) { return i / 5; }));
    EXPECT_EQ(run.values[t + 128], equal(lane, [](unsigned i) { return i % 3; }));
    EXPECT_EQ(run.values[t + 256], equal(lane, [](unsigned i) { return i % 2; }));
    EXPECT_EQ(run.values[t + 384], equal(lane, [](unsigned i) { return i / 16; }));
    EXPECT_EQ(run.values[t + 512], 1u + 4u);
  }
}

TEST_F(WaveTest, MasksNameTheLanesOfABranch) {
  const WaveRun<Mask> run(device(), R"(
    const duet::lane_mask even = duet::lane_mask(0x5555555555555555ull);
    const duet::lane_mask mine = lane % 2 == 0 ? even : duet::lane_mask(~even);
    if (lane % 2 == 0) {
      out[t] = duet::ballot(even, lane < 10);
      out[t + 128] = duet::shuffle(even, t, lane < 2 ? lane : lane - 2);
      out[t + 256] = duet::any(even, lane == 4) + 2 * duet::all(even, lane % 2 == 0) +
                     4 * duet::any(even, lane == 5);
      out[t + 384] = duet::match_any(even, lane / 8);
    } else {
      out[t] = duet::ballot(mine, lane < 20);
      duet::wave_barrier(mine);
      out[t + 128] = duet::shuffle_down(mine, t, 2);
      out[t + 256] = duet::match_all(mine, lane % 2) + 2 * duet::match_all(mine, lane);
      out[t + 384] = duet::match_any(mine, lane % 4);
    }
  )",
                          {{1}, {128}}, 512, "duet::uint64_t");
  const Mask wave = first_lanes(run.wave_size);
  for (unsigned t = 0; t < 128; ++t) {
    const unsigned lane = t % run.wave_size;
    SCOPED_TRACE(t);
    if (lane % 2 == 0) {
      EXPECT_EQ(run.values[t], 0x155u);
      EXPECT_EQ(run.values[t + 128], lane < 2 ? t : t - 2);
      EXPECT_EQ(run.values[t + 256], 1u + 2u);
      EXPECT_EQ(run.values[t + 384], Mask{0x55} << lane / 8 * 8);
    } else {
      EXPECT_EQ(run.values[t], 0xaaaaau);
      EXPECT_EQ(run.values[t + 128], lane + 2 < run.wave_size ? t + 2 : t);
      EXPECT_EQ(run.values[t + 256], 1u);
      EXPECT_EQ(run.values[t + 384],
                (lane % 4 == 1 ? 0x2222222222222222 : 0x8888888888888888) & wave);
    }
  }
}

/// Groups of lanes that each go their own way, some for longer than others.
TEST_F(WaveTest, SeveralMasksArePendingAtOnce) {
  const WaveRun<int> run(device(), R"(
    const int group = lane / 8;
    const duet::lane_mask mask = duet::lane_mask(0xff) << (group * 8);
    int sum = lane;
    if (group % 2 == 0) {
      for (int i = 0; i <= group; ++i) sum += duet::shuffle_xor(mask, sum, 1);
    } else {
      for (int i = 0; i <= group; ++i) sum = duet::shuffle(mask, sum, group * 8 + (lane + 1) % 8);
    }
    out[t] = sum;
  )",
                         {{1}, {128}}, 128, "int");
  for (unsigned first = 0; first < 128; first += run.wave_size) {
    std::vector<int> sums(run.wave_size);
    for (unsigned i = 0; i < run.wave_size; ++i) sums[i] = static_cast<int>(i);
    for (unsigned group = 0; group < run.wave_size / 8; ++group) {
      for (unsigned turn = 0; turn <= group; ++turn) {
        const std::vector<int> old = sums;
        for (unsigned i = group * 8; i < group * 8 + 8; ++i) {
          sums[i] = group % 2 == 0 ? old[i] + old[i ^ 1] : old[group * 8 + (i + 1) % 8];
        }
      }
    }
    for (unsigned i = 0; i < run.wave_size; ++i) EXPECT_EQ(run.values[first + i], sums[i]) << i;
  }
}

TEST_F(WaveTest, LanesThatHaveExitedAreNotWaitedFor) {
  const WaveRun<Mask> run(device(), R"(
    if (lane % 4 == 3) return;
    const duet::lane_mask all = duet::lane_mask(~duet::lane_mask(0));
    out[t] = duet::ballot(all, true);
    out[t + 128] = duet::shuffle(all, t, lane / 4 * 4);
    if (lane >= 16) return;
    out[t + 256] = duet::ballot(duet::lane_mask(0xffff), lane > 3);
    duet::barrier();
    out[t + 256] += duet::all(duet::lane_mask(0xffff), lane < 16);
  )",
                          {{1}, {128}}, 384, "duet::uint64_t");
  const Mask here = 0x7777777777777777 & first_lanes(run.wave_size);
  for (unsigned t = 0; t < 128; ++t) {
    const unsigned lane = t % run.wave_size;
    if (lane % 4 == 3) continue;
    EXPECT_EQ(run.values[t], here) << t;
    EXPECT_EQ(run.values[t + 128], t / 4 * 4) << t;
    EXPECT_EQ(run.values[t + 256], lane < 16 ? 0x7770u + 1u : 0u) << t;
  }
}

TEST_F(WaveTest, ActiveMaskNamesTheLanesOfABranch) {
  const WaveRun<Mask> run(device(), R"(
    if (lane % 3 == 1) {
      const duet::lane_mask here = duet::active_mask();
      out[t] = here;
      out[t + 128] = duet::ballot(here, lane > 9);
    }
  )",
                          {{1}, {128}}, 256, "duet::uint64_t");
  for (unsigned t = 0; t < 128; ++t) {
    const unsigned lane = t % run.wave_size;
    if (lane % 3 != 1) continue;
    const Mask own = Mask{1} << lane;
    const Mask branch = 0x2492492492492492 & first_lanes(run.wave_size);
    // It may be fewer lanes than took the branch, but never others and never without oneself.
    EXPECT_EQ(run.values[t] & own, own);
    EXPECT_EQ(run.values[t] & ~branch, 0u);
    EXPECT_EQ(run.values[t + 128], run.values[t] & ~first_lanes(10));
  }
}

TEST_F(WaveTest, SumsOverWavesInTwoDimensions) {
  const WaveRun<float> run(device(), R"(
    float sum = float(t);
    for (int delta = duet::wave_size / 2; delta > 0; delta /= 2) {
      sum += duet::shuffle_xor(sum, delta);
    }
    out[t] = sum;
  )",
                           {{1}, {16, 16}}, 256, "float");
  const float size = static_cast<float>(run.wave_size);
  for (unsigned t = 0; t < 256; ++t) {
    const float first = static_cast<float>(t / run.wave_size * run.wave_size);
    EXPECT_EQ(run.values[t], size * first + size * (size - 1) / 2) << t;
  }
}

TEST_F(WaveTest, ABlockScanUsesWavesAndBarriers) {
  const WaveRun<int> run(device(), R"(
    __shared__ int totals[32];
    int sum = 1 + int(t % 5);
    for (unsigned delta = 1; delta < unsigned(duet::wave_size); delta *= 2) {
      const int below = duet::shuffle_up(sum, delta);
      if (lane >= int(delta)) sum += below;
    }
    const unsigned own_wave = duet::wave_in_block();
    if (lane == duet::wave_size - 1) totals[own_wave] = sum;
    duet::barrier();
    for (unsigned i = 0; i < own_wave; ++i) sum += totals[i];
    out[t] = sum;
  )",
                         {{1}, {512}}, 512, "int");
  int sum = 0;
  for (int t = 0; t < 512; ++t) {
    sum += 1 + t % 5;
    EXPECT_EQ(run.values[static_cast<std::size_t>(t)], sum) << t;
  }
}

TEST_F(WaveTest, WaveBarriersOrderSharedMemory) {
  const WaveRun<int> run(device(), R"(
    __shared__ int values[256];
    for (int turn = 0; turn < 10; ++turn) {
      values[t] = int(t) * turn;
      duet::wave_barrier();
      const int next = values[t - unsigned(lane) + unsigned(lane + 1) % unsigned(duet::wave_size)];
      duet::wave_barrier();
      out[t] += next;
    }
  )",
                         {{1}, {256}}, 256, "int");
  for (unsigned t = 0; t < 256; ++t) {
    const unsigned lane = t % run.wave_size;
    const unsigned next = t - lane + (lane + 1) % run.wave_size;
    EXPECT_EQ(run.values[t], static_cast<int>(next * 45)) << t;
  }
}

TEST_F(WaveTest, AWaveSizeThatTheTargetLacksIsAnError) {
  for (const int size : {0, 16, 33, 128, -32}) {
    const Program program{.source = "", .options = {.wave_size = size}};
    const Error error = error_of([&] { (void)compile(program, device()); });
    EXPECT_EQ(error.code(), ErrorCode::invalid_argument) << size;
    EXPECT_THAT(error.what(), HasSubstr("wave_size is " + std::to_string(size)));
    EXPECT_THAT(error.what(), testing::AnyOf(HasSubstr("32"), HasSubstr("64")));
  }
}

// Compilation needs no device.
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

TEST(Wave, EveryArchitectureCompilesForTheSizesItHas) {
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
        EXPECT_EQ(error.code(), ErrorCode::invalid_argument) << error.what();
        EXPECT_THAT(error.what(), HasSubstr("wave_size is " + std::to_string(size)));
      }
    }
    EXPECT_GE(compiled, 1) << architecture;
  }
}

TEST_F(WaveTest, CodeRunsWithTheSizeThatItWasCompiledFor) {
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
      EXPECT_EQ(error.code(), ErrorCode::invalid_argument);
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
