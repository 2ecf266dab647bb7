// Instructions that few compilers use: moves between rows of lanes, swizzles, relative registers,
// counters in LDS, loads of small scalars, choices of 16 bits, mixtures of floats and halves.

#include <gtest/gtest.h>

#include <array>
#include <bit>
#include <cmath>
#include <cstring>

#include "execute/values.hpp"
#include "proof/state_proof.hpp"

namespace amd_emulator::test {
namespace {

constexpr int repetitions = 48;

/// Runs an instruction that writes v0 and compares the lanes; inactive ones keep theirs.
/// @param expected  of a lane that is active
template <typename F>
void check_lanes(Bench& bench, const std::string& text, const F& expected) {
  std::vector<u32> results(bench.wave().lanes);
  for (unsigned lane = 0; lane < bench.wave().lanes; ++lane)
    results[lane] = bench.is_active(lane) ? expected(lane) : bench.lane(0, lane);
  bench.run(text);
  for (unsigned lane = 0; lane < bench.wave().lanes; ++lane)
    ASSERT_EQ(bench.lane(0, lane), results[lane]) << text << ", lane " << lane;
}

void prove_rows(Bench& bench) {
  const unsigned lanes = bench.wave().lanes;
  for (int repetition = 0; repetition < repetitions; ++repetition)
    for (const bool other : {false, true}) {
      const std::string stem = other ? "v_permlanex16_" : "v_permlane16_";
      const auto row = [&](unsigned lane) { return (lane / 16 ^ (other ? 1U : 0U)) * 16; };
      // A lane of the row that is inactive: the destination is kept.
      const auto read = [&](unsigned lane, unsigned place) {
        const unsigned source = row(lane) + place;
        return bench.is_active(source) ? bench.lane(4, source) : bench.lane(0, lane);
      };
      bench.randomise();
      const u64 places = bench.wave().pair(6);
      ASSERT_NO_FATAL_FAILURE(check_lanes(bench, stem + "b32 v0, v4, s6, s7", [&](unsigned lane) {
        return read(lane, static_cast<unsigned>(places >> lane % 16 * 4 & 15));
      }));
      Proven::add(stem + "b32");
      bench.randomise();
      ASSERT_NO_FATAL_FAILURE(check_lanes(bench, stem + "var_b32 v0, v4, v8", [&](unsigned lane) {
        return read(lane, bench.lane(8, lane) & 15);
      }));
      Proven::add(stem + "var_b32");
    }
  if (lanes != 64) return;
  bench.randomise();
  ASSERT_NO_FATAL_FAILURE(check_lanes(bench, "v_permlane64_b32 v0, v4", [&](unsigned lane) {
    return bench.lane(4, (lane + 32) % 64);
  }));
  Proven::add("v_permlane64_b32");
}

unsigned reversed(unsigned place) {
  unsigned result = 0;
  for (unsigned bit = 0; bit < 5; ++bit) result |= (place >> bit & 1) << (4 - bit);
  return result;
}

/// The lane of the group of 32 that a lane reads: the pseudocode of ds_swizzle_b32 in AMD's "RDNA 3
/// Instruction Set Architecture".
unsigned swizzle_source(unsigned lane, unsigned offset) {
  const unsigned fifth = offset & 31;
  const unsigned middle = offset >> 5 & 31;
  if (offset >= 0xe000)
    return (reversed(lane) >> static_cast<unsigned>(std::popcount(fifth))) | (lane & fifth);
  if (offset >= 0xc000) {
    const unsigned turned = (offset & 0x400) != 0 ? lane - middle : lane + middle;
    return ((lane & fifth) | (turned & ~fifth)) % 32;
  }
  if (offset >= 0x8000) return lane / 4 * 4 + (offset >> lane % 4 * 2) % 4;
  return ((lane & fifth) | middle) ^ (offset >> 10 & 31);
}

void prove_swizzles(Bench& bench) {
  // Each of the four modes, at the ends of its range and between.
  std::vector<unsigned> offsets{0xe000, 0xe010, 0xe01f, 0xc020, 0xc420, 0xc021, 0x801b, 0x041f};
  for (int i = 0; i < 8 * repetitions; ++i) {
    const unsigned first = std::array{0x0000U, 0x8000U, 0xc000U, 0xe000U}[i % 4];
    offsets.push_back(first | (bench.random() & (i % 4 == 0 ? 0x7fffU : 0x1fffU)));
  }
  for (const unsigned offset : offsets) {
    bench.randomise();
    ASSERT_NO_FATAL_FAILURE(check_lanes(
        bench, "ds_swizzle_b32 v0, v4 offset:" + std::to_string(offset), [&](unsigned lane) {
          const unsigned source = lane / 32 * 32 + swizzle_source(lane % 32, offset);
          return bench.is_active(source) ? bench.lane(4, source) : 0;
        }));
  }
  Proven::add("ds_swizzle_b32");
}

/// A mask chooses one of two numbers of 16 bits; the other half of the register is kept.
void prove_half_choices(Bench& bench) {
  const bool is_short = bench.wave().lanes == 32;
  for (int repetition = 0; repetition < repetitions; ++repetition) {
    bench.randomise();
    const u64 mask = is_short ? bench.wave().scalar[20] : bench.wave().pair(20);
    const u32 upper = bench.wave().target->zeroes_high_halves ? 0 : 0xffff0000;
    ASSERT_NO_FATAL_FAILURE(check_lanes(
        bench, std::string("v_cndmask_b16 v0, v4, v8, ") + (is_short ? "s20" : "s[20:21]"),
        [&](unsigned lane) {
          const u32 chosen = bench.lane((mask >> lane & 1) != 0 ? 8 : 4, lane);
          return (bench.lane(0, lane) & upper) | (chosen & 0xffff);
        }));
  }
  Proven::add("v_cndmask_b16");
}

void prove_relative_registers(Bench& bench) {
  for (u32 index = 0; index < 8; ++index) {
    bench.randomise();
    bench.wave().scalar[m0_register] = index;
    ASSERT_NO_FATAL_FAILURE(check_lanes(
        bench, "v_movrels_b32 v0, v4", [&](unsigned lane) { return bench.lane(4 + index, lane); }));
    bench.randomise();
    bench.wave().scalar[m0_register] = index;
    std::vector<u32> before(bench.wave().lanes);
    for (unsigned lane = 0; lane < bench.wave().lanes; ++lane)
      before[lane] = bench.lane(10 + index, lane);
    bench.run("v_movreld_b32 v10, v4");
    for (unsigned lane = 0; lane < bench.wave().lanes; ++lane)
      ASSERT_EQ(bench.lane(10 + index, lane),
                bench.is_active(lane) ? bench.lane(4, lane) : before[lane]);
  }
  Proven::add("v_movrels_b32");
  Proven::add("v_movreld_b32");
}

void prove_counters(Bench& bench) {
  for (const bool adds : {true, false})
    for (int repetition = 0; repetition < repetitions; ++repetition) {
      bench.randomise();
      bench.randomise_memory();
      bench.wave().scalar[m0_register] = 64;
      u32 before = 0;
      std::memcpy(&before, &bench.lds()[72], 4);
      const auto lanes = static_cast<u32>(std::popcount(bench.wave().exec()));
      const std::string name = adds ? "ds_append" : "ds_consume";
      ASSERT_NO_FATAL_FAILURE(
          check_lanes(bench, name + " v0 offset:8", [&](unsigned) { return before; }));
      u32 after = 0;
      std::memcpy(&after, &bench.lds()[72], 4);
      ASSERT_EQ(after, adds ? before + lanes : before - lanes) << name;
      Proven::add(name);
    }
}

void prove_small_loads(Bench& bench) {
  for (const unsigned bits : {8U, 16U})
    for (const bool is_signed : {false, true})
      for (int repetition = 0; repetition < repetitions; ++repetition) {
        bench.randomise();
        bench.randomise_memory();
        bench.wave().set_pair(4, reinterpret_cast<u64>(bench.array().data()));
        bench.wave().scalar[8] = 60;
        u32 expected = 0;
        std::memcpy(&expected, &bench.array()[192], bits / 8);
        if (is_signed && (expected >> (bits - 1) & 1) != 0)
          expected |= ~static_cast<u32>(low_bits(bits));
        const std::string name = (is_signed ? "s_load_i" : "s_load_u") + std::to_string(bits);
        bench.run(name + " s20, s[4:5], s8 offset:0x84");
        ASSERT_EQ(bench.wave().scalar[20], expected) << name;
        Proven::add(name);
      }
}

/// Halves of a register get the sum of a product of floats, rounded twice.
void prove_mixtures(Bench& bench) {
  for (const char* stem : {"v_fma_mix", "v_mad_mix"})
    for (const bool high : {false, true})
      for (int repetition = 0; repetition < repetitions; ++repetition) {
        const std::string name = std::string(stem) + (high ? "hi" : "lo") + "_f16";
        bench.randomise();
        // The second source is the upper half of a register.
        const std::string text = name + " v0, v4, v8, v12 op_sel:[0,1,0] op_sel_hi:[0,1,0]";
        std::vector<u32> before(bench.wave().lanes);
        for (unsigned lane = 0; lane < bench.wave().lanes; ++lane)
          before[lane] = bench.lane(0, lane);
        bench.run(text);
        for (unsigned lane = 0; lane < bench.wave().lanes; ++lane) {
          const u32 found = bench.lane(0, lane);
          if (!bench.is_active(lane)) {
            ASSERT_EQ(found, before[lane]) << text;
            continue;
          }
          const auto factor = static_cast<float>(from_bits<half>(bench.lane(8, lane) >> 16));
          const auto expected =
              static_cast<half>(std::fma(from_bits<float>(bench.lane(4, lane)), factor,
                                         from_bits<float>(bench.lane(12, lane))));
          const u32 other = high ? 0xffff : 0xffff0000;
          ASSERT_EQ(found & other, before[lane] & other) << text << ": the other half";
          const half result = from_bits<half>(found >> (high ? 16 : 0) & 0xffff);
          if (std::isnan(static_cast<float>(expected))) {
            ASSERT_TRUE(std::isnan(static_cast<float>(result))) << text;
          } else {
            ASSERT_EQ(to_bits(result), to_bits(expected)) << text;
          }
        }
        Proven::add(name);
      }
}

}  // namespace

void prove_rare(Bench& bench) {
  ASSERT_NO_FATAL_FAILURE(prove_rows(bench));
  ASSERT_NO_FATAL_FAILURE(prove_swizzles(bench));
  ASSERT_NO_FATAL_FAILURE(prove_half_choices(bench));
  ASSERT_NO_FATAL_FAILURE(prove_relative_registers(bench));
  ASSERT_NO_FATAL_FAILURE(prove_counters(bench));
  ASSERT_NO_FATAL_FAILURE(prove_small_loads(bench));
  ASSERT_NO_FATAL_FAILURE(prove_mixtures(bench));
}

}  // namespace amd_emulator::test
