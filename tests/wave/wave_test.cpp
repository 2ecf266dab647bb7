#include <array>
#include <functional>

#include "wave_run.hpp"

namespace duet::test {
namespace {

using testing::HasSubstr;
using WaveTest = DeviceTest;

TEST_F(WaveTest, LanesAndWavesAreCountedInThreeDimensions) {
  const WaveRun<std::array<unsigned, 2>> run(
      device(), "out[t] = {duet::lane(), duet::wave_in_block()};", {{1}, {7, 5, 4}}, 140, "Two",
      "struct Two { unsigned lane, wave; };");
  for (unsigned t = 0; t < 140; ++t) {
    EXPECT_EQ(run.values[t][0], t % run.wave_size) << t;
    EXPECT_EQ(run.values[t][1], t / run.wave_size) << t;
  }
}

TEST_F(WaveTest, MasksHaveOneBitPerLane) {
  const WaveRun<int> run(device(), "out[t] = int(sizeof(duet::lane_mask)) * 8;", {{1}, {1}}, 1,
                         "int");
  EXPECT_EQ(run.values[0], static_cast<int>(run.wave_size));
}

/// Checks all shuffles with values of `count` numbers.
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

TEST_F(WaveTest, ShufflesWorkForValuesOfEverySize) {
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

TEST_F(WaveTest, ATypeThatIsNotTriviallyCopyableIsRefused) {
  const Error error = error_of([&] {
    (void)make_kernel(device(), R"(
      #include <duet/device/wave.hpp>
      struct Owner { int x; __device__ Owner(const Owner& o) : x(o.x) {} __device__ Owner(int i) : x(i) {} };
      __global__ void k(int* out) { out[0] = duet::shuffle(Owner(1), 0).x; })",
                      "k");
  });
  EXPECT_EQ(error.code(), ErrorCode::compile_failed);
}

TEST_F(WaveTest, AWidthMustBeAPowerOfTwo) {
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

TEST_F(WaveTest, VotesCombineThePredicatesOfLanes) {
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

}  // namespace
}  // namespace duet::test
