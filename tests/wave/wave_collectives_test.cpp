#include <algorithm>
#include <array>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "affine.hpp"
#include "support/dump_annotation.hpp"
#include "wave_run.hpp"

namespace duet::test {
namespace {

using WaveCollectivesTest = DeviceTest;

const std::string maps = affine_source + R"(
  #include <duet/device/wave_reduce.hpp>
  #include <duet/device/wave_scan.hpp>
  constexpr Affine identity{1, 0};
)";

/// Checks the results of one segment, for the lanes for which `takes_part` returns true.
template <typename TakesPart>
void expect_segment(const Affine* reduced, const Affine* inclusive, const Affine* exclusive,
                    unsigned first, unsigned end, TakesPart takes_part, const std::string& what) {
  Affine all;
  for (unsigned t = first; t < end; ++t) {
    if (!takes_part(t)) continue;
    EXPECT_EQ(exclusive[t], all) << what << ", thread " << t;
    all = then(all, map_of(t));
    EXPECT_EQ(inclusive[t], all) << what << ", thread " << t;
  }
  for (unsigned t = first; t < end; ++t) {
    if (takes_part(t)) {
      EXPECT_EQ(reduced[t], all) << what << ", thread " << t;
    }
  }
}

TEST_F(WaveCollectivesTest, SegmentsOfEveryWidthKeepTheOrderOfLanes) {
  const std::string before = maps + R"(
    template <int width> __device__ void run(Affine* out, unsigned t) {
      out[t] = duet::wave_reduce<width>(map_of(t), Then());
      out[t + 160] = duet::wave_inclusive_scan<width>(map_of(t), Then());
      out[t + 320] = duet::wave_exclusive_scan<width>(map_of(t), Then(), identity);
    })";
  const std::string body = R"(
    run<1>(out, t);
    run<2>(out + 480, t);
    run<4>(out + 2 * 480, t);
    run<8>(out + 3 * 480, t);
    run<16>(out + 4 * 480, t);
    run<32>(out + 5 * 480, t);
    run<duet::wave_size>(out + 6 * 480, t);
  )";
  // The last wave of a block may lack lanes.
  for (const unsigned threads : {160u, 1u, 31u, 33u, 63u, 77u}) {
    const WaveRun<Affine> run(device(), body, {{1}, {threads}}, 7 * 480, "Affine", before);
    const std::vector<unsigned> widths{1, 2, 4, 8, 16, 32, run.wave_size};
    for (std::size_t i = 0; i < widths.size(); ++i) {
      const Affine* const out = run.values.data() + i * 480;
      for (unsigned first = 0; first < threads; first += widths[i]) {
        expect_segment(
            out, out + 160, out + 320, first, std::min(first + widths[i], threads),
            [](unsigned) { return true; },
            "width " + std::to_string(widths[i]) + " of " + std::to_string(threads) + " threads");
      }
    }
  }
}

TEST_F(WaveCollectivesTest, OnlyLanesOfTheMaskTakePart) {
  const std::string before = maps + R"(
    template <int width> __device__ void run(Affine* out, unsigned t, duet::lane_mask lanes) {
      out[t] = duet::wave_reduce<width>(lanes, map_of(t), Then());
      out[t + 128] = duet::wave_inclusive_scan<width>(lanes, map_of(t), Then());
      out[t + 256] = duet::wave_exclusive_scan<width>(lanes, map_of(t), Then(), identity);
    }
    __device__ bool takes_part(unsigned t, unsigned pattern) {
      return (t * 2654435761u + pattern * 40503u) >> 7 & 1u;
    })";
  // First two groups of lanes, each in its branch, then masks that contain exited lanes.
  const std::string body = R"(
    for (unsigned pattern = 0; pattern < 6; ++pattern) {
      Affine* const own = out + pattern * 768;
      const duet::lane_mask lanes = duet::ballot(takes_part(t, pattern));
      if (takes_part(t, pattern)) {
        run<duet::wave_size>(own, t, lanes);
        run<8>(own + 384, t, lanes);
      } else {
        run<duet::wave_size>(own, t, duet::lane_mask(~lanes));
        run<8>(own + 384, t, duet::lane_mask(~lanes));
      }
    }
    if (t % 3 == 0) return;
    run<duet::wave_size>(out + 6 * 768, t, duet::lane_mask(~duet::lane_mask(0)));
    run<8>(out + 6 * 768 + 384, t, duet::lane_mask(~duet::lane_mask(0)));
  )";
  constexpr unsigned threads = 109;
  const WaveRun<Affine> run(device(), body, {{1}, {threads}}, 7 * 768, "Affine", before);
  const auto group_of = [](unsigned t, unsigned pattern) {
    if (pattern == 6) return t % 3 == 0 ? 2u : 0u;
    return (t * 2654435761u + pattern * 40503u) >> 7 & 1u;
  };
  for (unsigned pattern = 0; pattern < 7; ++pattern) {
    for (const unsigned width : {run.wave_size, 8u}) {
      const Affine* const out = run.values.data() + pattern * 768 + (width == 8 ? 384 : 0);
      for (unsigned first = 0; first < threads; first += width) {
        for (const unsigned group : {0u, 1u}) {
          expect_segment(
              out, out + 128, out + 256, first, std::min(first + width, threads),
              [&](unsigned t) { return group_of(t, pattern) == group; },
              "pattern " + std::to_string(pattern) + " width " + std::to_string(width));
        }
      }
    }
  }
}

TEST_F(WaveCollectivesTest, CombineValuesOfEverySize) {
  struct Results {
    std::uint8_t bytes[3];
    std::int16_t halves[3];
    double numbers[3];
    long long wide[3][3];
  };
  const WaveRun<Results> run(device(), R"(
    Results own{};
    const auto byte = (unsigned char)(t * 7);
    own.bytes[0] = duet::wave_reduce(byte, Add());
    own.bytes[1] = duet::wave_inclusive_scan(byte, Add());
    own.bytes[2] = duet::wave_exclusive_scan(byte, Add(), 0);
    const auto half = short(int(t) - 30);
    own.halves[0] = duet::wave_reduce(half, Least());
    own.halves[1] = duet::wave_inclusive_scan(half, Least());
    own.halves[2] = duet::wave_exclusive_scan(half, Least(), 1000);
    const double number = 0.5 * t;
    own.numbers[0] = duet::wave_reduce(number, Add());
    own.numbers[1] = duet::wave_inclusive_scan(number, Add());
    own.numbers[2] = duet::wave_exclusive_scan(number, Add(), 0);
    const Wide wide{{t, 2 * t, (long long)(t) << 40}};
    own.wide[0] = duet::wave_reduce(wide, Add());
    own.wide[1] = duet::wave_inclusive_scan(wide, Add());
    own.wide[2] = duet::wave_exclusive_scan(wide, Add(), Wide{});
    out[t] = own;
  )",
                             {{1}, {100}}, 100, "Results", R"(
    #include <duet/device/wave_reduce.hpp>
    struct Wide { long long parts[3]; };
    __device__ Wide operator+(Wide a, Wide b) {
      return {{a.parts[0] + b.parts[0], a.parts[1] + b.parts[1], a.parts[2] + b.parts[2]}};
    }
    struct Results {
      unsigned char bytes[3];
      short halves[3];
      double numbers[3];
      Wide wide[3];
    };
    struct Add {
      template <typename T> __device__ T operator()(T a, T b) const { return T(a + b); }
    };
    struct Least {
      template <typename T> __device__ T operator()(T a, T b) const { return a < b ? a : b; }
    };)");
  DumpAnnotation(0).set_members(100, &Results::bytes, &Results::halves, &Results::numbers,
                                &Results::wide);
  for (unsigned first = 0; first < 100; first += run.wave_size) {
    const unsigned end = std::min(first + run.wave_size, 100u);
    // The sum of the threads from `first` to `to` - 1.
    const auto sum = [&](unsigned to) {
      std::uint32_t all = 0;
      for (unsigned t = first; t < to; ++t) all += t;
      return all;
    };
    const auto expect = [&](unsigned t, std::size_t kind, unsigned to) {
      const Results& own = run.values[t];
      const std::uint32_t all = sum(to);
      EXPECT_EQ(own.bytes[kind], static_cast<std::uint8_t>(all * 7)) << t << " kind " << kind;
      EXPECT_EQ(own.halves[kind], to == first ? 1000 : static_cast<int>(first) - 30) << t;
      EXPECT_EQ(own.numbers[kind], 0.5 * all) << t << " kind " << kind;
      EXPECT_EQ(own.wide[kind][0], all) << t << " kind " << kind;
      EXPECT_EQ(own.wide[kind][1], 2 * all) << t << " kind " << kind;
      EXPECT_EQ(own.wide[kind][2], static_cast<long long>(all) << 40) << t << " kind " << kind;
    };
    for (unsigned t = first; t < end; ++t) {
      expect(t, 0, end);
      expect(t, 1, t + 1);
      expect(t, 2, t);
    }
  }
}

// On NVIDIA some of these reductions are a single instruction.
TEST_F(WaveCollectivesTest, ReduceIntegersByBuiltInOperations) {
  const std::string before = R"(
    #include <duet/device/block_reduce.hpp>
    #include <duet/device/ops/binary.hpp>
    template <typename Op> __device__ void reduce(int* out, unsigned t) {
      const int value = int(t * 2654435761u);
      out[t] = duet::wave_reduce(value, Op());
      out[t + 100] = int(duet::wave_reduce(unsigned(value), Op()));
      out[t + 200] = duet::block_reduce(value, Op());
      const duet::lane_mask lanes = duet::ballot(t % 3 == 0);
      if (t % 3 == 0) out[t + 300] = duet::wave_reduce(lanes, value, Op());
    })";
  const std::string body = R"(
    reduce<duet::ops::Add>(out, t);
    reduce<duet::ops::Minimum>(out + 400, t);
    reduce<duet::ops::Maximum>(out + 800, t);
    reduce<duet::ops::BitwiseAnd>(out + 1200, t);
    reduce<duet::ops::BitwiseOr>(out + 1600, t);
    reduce<duet::ops::BitwiseXor>(out + 2000, t);
  )";
  // Unsigned arithmetic gives the same bits as signed arithmetic, but comparisons differ.
  using Bits = std::uint32_t;
  const auto is_less = [](Bits a, Bits b) {
    return static_cast<std::int32_t>(a) < static_cast<std::int32_t>(b);
  };
  using Function = std::function<Bits(Bits, Bits)>;
  const std::array<std::array<Function, 2>, 6> operations{{
      {std::plus<Bits>(), std::plus<Bits>()},
      {[&](Bits a, Bits b) { return is_less(b, a) ? b : a; },
       [](Bits a, Bits b) { return std::min(a, b); }},
      {[&](Bits a, Bits b) { return is_less(a, b) ? b : a; },
       [](Bits a, Bits b) { return std::max(a, b); }},
      {std::bit_and<Bits>(), std::bit_and<Bits>()},
      {std::bit_or<Bits>(), std::bit_or<Bits>()},
      {std::bit_xor<Bits>(), std::bit_xor<Bits>()},
  }};
  constexpr unsigned threads = 100;
  const WaveRun<Bits> run(device(), body, {{1}, {threads}}, 2400, "int", before);
  const auto value_of = [](unsigned t) { return t * 2654435761u; };
  for (std::size_t i = 0; i < operations.size(); ++i) {
    const auto& [as_signed, as_unsigned] = operations[i];
    const Bits* const out = run.values.data() + 400 * i;
    // The reduction of every `step`-th thread from `first` on.
    const auto reduced = [&](const Function& operation, unsigned first, unsigned end,
                             unsigned step) {
      Bits all = value_of(first);
      for (unsigned t = first + step; t < end; t += step) all = operation(all, value_of(t));
      return all;
    };
    for (unsigned t = 0; t < threads; ++t) {
      const unsigned first = t / run.wave_size * run.wave_size;
      const unsigned end = std::min(first + run.wave_size, threads);
      EXPECT_EQ(out[t], reduced(as_signed, first, end, 1)) << i << " thread " << t;
      EXPECT_EQ(out[t + 100], reduced(as_unsigned, first, end, 1)) << i << " thread " << t;
      EXPECT_EQ(out[t + 200], reduced(as_signed, 0, threads, 1)) << i << " thread " << t;
      if (t % 3 != 0) continue;
      EXPECT_EQ(out[t + 300], reduced(as_signed, (first + 2) / 3 * 3, end, 3)) << i << ' ' << t;
    }
  }
}

}  // namespace
}  // namespace duet::test
