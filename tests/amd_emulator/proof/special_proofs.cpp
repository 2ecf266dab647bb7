// Functions that the hardware approximates, moves between lanes, loads of scalars, and what leaves
// the registers as they are.

#include <gtest/gtest.h>

#include <cmath>

#include "base/approximation.hpp"
#include "execute/values.hpp"
#include "proof/state_proof.hpp"

namespace amd_emulator::test {
namespace {

constexpr int repetitions = 48;

struct Function {
  const char* stem;
  long double (*exact)(long double);
};

long double turn_part(long double a) { return (a - std::floor(a)) * 6.283185307179586476925L; }

constexpr Function functions[] = {
    {"rcp", [](long double a) { return 1 / a; }},
    {"sqrt", [](long double a) { return std::sqrt(a); }},
    {"rsq", [](long double a) { return 1 / std::sqrt(a); }},
    {"exp", [](long double a) { return std::exp2(a); }},
    {"log", [](long double a) { return std::log2(a); }},
    {"sin", [](long double a) { return std::sin(turn_part(a)); }},
    {"cos", [](long double a) { return std::cos(turn_part(a)); }},
};

template <typename T>
void prove_function(Bench& bench, const std::string& name, const Function& function, double bound) {
  constexpr bool wide = sizeof(T) == 8;
  const std::string text = name + (wide ? " v[0:1], v[4:5]" : " v0, v4");
  const auto flushed = [](long double value) {
    const bool flushes = sizeof(T) == 4 && std::fabs(value) < 0x1p-126L;
    return flushes ? std::copysign(0.0L, value) : value;
  };
  for (int repetition = 0; repetition < repetitions; ++repetition) {
    bench.randomise();
    bench.run(text);
    for (unsigned lane = 0; lane < bench.wave().lanes; ++lane) {
      if (!bench.is_active(lane)) continue;
      const T in = from_bits<T>(wide ? bench.wide(4, lane) : bench.lane(4, lane));
      const T found = from_bits<T>(wide ? bench.wide(0, lane) : bench.lane(0, lane));
      const long double exact = flushed(function.exact(flushed(static_cast<long double>(in))));
      const T expected = static_cast<T>(exact);
      if (std::isnan(static_cast<double>(expected))) {
        ASSERT_TRUE(std::isnan(static_cast<double>(found))) << text;
        continue;
      }
      // Units in the last place near the exact value, or of 1 for values around a zero.
      const int digits = wide ? 52 : sizeof(T) == 4 ? 23 : 10;
      const int least = wide ? -1022 : sizeof(T) == 4 ? -126 : -14;
      const bool is_wave =
          name.find("sin") != std::string::npos || name.find("cos") != std::string::npos;
      const int power = is_wave ? 0 : std::max(exact == 0 ? least : std::ilogb(exact), least);
      const long double unit = std::ldexp(1.0L, power - digits);
      ASSERT_TRUE(found == expected ||
                  std::fabs(static_cast<long double>(found) - exact) <= bound * unit)
          << text << " of " << static_cast<double>(in) << ": " << static_cast<double>(found)
          << " instead of " << static_cast<double>(exact);
    }
  }
  Proven::add(name);
}

/// The forms for scalar registers return what the vector instructions do.
template <typename T>
void prove_scalar_function(Bench& bench, const std::string& stem) {
  const std::string type = sizeof(T) == 4 ? "_f32" : "_f16";
  for (int repetition = 0; repetition < 20 * repetitions; ++repetition) {
    bench.randomise();
    bench.wave().set_pair(exec_register, bench.wave().all_lanes);
    bench.run("v_s_" + stem + type + " s20, s4");
    bench.run("v_" + stem + type + " v0, s4");
    const T found = from_bits<T>(bench.wave().scalar[20]);
    const T expected = from_bits<T>(bench.lane(0, 0));
    ASSERT_TRUE(to_bits(found) == to_bits(expected) || (found != found && expected != expected))
        << stem << type << " of " << bench.wave().scalar[4];
  }
  Proven::add("v_s_" + stem + type);
}

}  // namespace

void prove_functions(Bench& bench) {
  for (const char* stem : {"rcp", "sqrt", "rsq", "exp", "log"}) {
    ASSERT_NO_FATAL_FAILURE(prove_scalar_function<float>(bench, stem));
    ASSERT_NO_FATAL_FAILURE(prove_scalar_function<half>(bench, stem));
  }
  for (const Function& function : functions) {
    const std::string stem = std::string("v_") + function.stem;
    ASSERT_NO_FATAL_FAILURE(prove_function<float>(bench, stem + "_f32", function, 0.51));
    ASSERT_NO_FATAL_FAILURE(prove_function<half>(bench, stem + "_f16", function, 0.51));
  }
  ASSERT_NO_FATAL_FAILURE(prove_function<float>(bench, "v_rcp_iflag_f32", functions[0], 0.51));
  ASSERT_NO_FATAL_FAILURE(prove_function<float>(bench, "v_exp_legacy_f32", functions[3], 0.51));
  ASSERT_NO_FATAL_FAILURE(prove_function<float>(bench, "v_log_legacy_f32", functions[4], 0.51));
  for (unsigned i = 0; i < 3; ++i)
    ASSERT_NO_FATAL_FAILURE(prove_function<double>(
        bench, std::string("v_") + functions[i].stem + "_f64", functions[i], 1.6));
}

void prove_ends_of_ranges(Bench& bench) {
  bench.randomise();
  bench.wave().set_pair(exec_register, bench.wave().all_lanes);
  for (unsigned lane = 0; lane < bench.wave().lanes; ++lane)
    bench.wave().vector_register(4)[lane] = std::bit_cast<u32>(1.7F + static_cast<float>(lane));
  const auto results = [&](Approximation end, const char* text) {
    thread_approximation() = end;
    bench.run(text);
    thread_approximation() = Approximation::nearest;
    return from_bits<float>(bench.lane(0, 3));
  };
  const double exact = 1.0 / double{1.7F + 3.0F};
  const float nearest = results(Approximation::nearest, "v_rcp_f32 v0, v4");
  const float least = results(Approximation::least, "v_rcp_f32 v0, v4");
  const float greatest = results(Approximation::greatest, "v_rcp_f32 v0, v4");
  EXPECT_EQ(nearest, static_cast<float>(exact));
  EXPECT_EQ(std::nextafter(least, 1.0F), greatest);
  EXPECT_LT(least, exact);
  EXPECT_GT(greatest, exact);
  EXPECT_LE(exact - double{least}, std::ldexp(1.0, std::ilogb(exact) - 23));
  EXPECT_LE(double{greatest} - exact, std::ldexp(1.0, std::ilogb(exact) - 23));
  // What can be represented is exact.
  bench.wave().vector_register(4)[3] = std::bit_cast<u32>(0.125F);
  EXPECT_EQ(results(Approximation::least, "v_rcp_f32 v0, v4"), 8.0F);
  EXPECT_EQ(results(Approximation::greatest, "v_log_f32 v0, v4"), -3.0F);
}

void prove_lane_moves(Bench& bench) {
  const unsigned lanes = bench.wave().lanes;
  for (int repetition = 0; repetition < repetitions; ++repetition) {
    bench.randomise();
    Wave& wave = bench.wave();
    unsigned first = 0;
    while (first < lanes && !bench.is_active(first)) ++first;
    bench.run("v_readfirstlane_b32 s20, v4");
    ASSERT_EQ(wave.scalar[20], bench.lane(4, first == lanes ? 0 : first));
    bench.run("v_readlane_b32 s20, v4, s5");
    ASSERT_EQ(wave.scalar[20], bench.lane(4, wave.scalar[5] % lanes));
    const u32 neighbour = bench.lane(0, (wave.scalar[5] + 1) % lanes);
    bench.run("v_writelane_b32 v0, s6, s5");
    ASSERT_EQ(bench.lane(0, wave.scalar[5] % lanes), wave.scalar[6]);
    ASSERT_EQ(bench.lane(0, (wave.scalar[5] + 1) % lanes), neighbour);
    for (const bool high : {false, true}) {
      bench.run(std::string("v_mbcnt_") + (high ? "hi" : "lo") + "_u32_b32 v0, v4, v8");
      for (unsigned lane = 0; lane < lanes; ++lane) {
        u32 expected = bench.lane(8, lane);
        for (unsigned i = high ? 32 : 0; i < lane && i < (high ? 64U : 32U); ++i)
          expected += bench.lane(4, lane) >> i % 32 & 1;
        if (bench.is_active(lane)) {
          ASSERT_EQ(bench.lane(0, lane), expected) << lane;
        }
      }
    }
    // By halves of a wave of 64 on gfx10.
    const unsigned group = wave.target->generation == 10 ? 32 : lanes;
    bench.run("ds_bpermute_b32 v0, v4, v8 offset:4");
    for (unsigned lane = 0; lane < lanes; ++lane) {
      const unsigned from = lane / group * group + (bench.lane(4, lane) + 4) / 4 % group;
      if (bench.is_active(lane)) {
        ASSERT_EQ(bench.lane(0, lane), bench.is_active(from) ? bench.lane(8, from) : 0) << lane;
      }
    }
    std::vector<u32> pushed(max_lanes, 0);
    for (unsigned lane = 0; lane < lanes; ++lane)
      if (bench.is_active(lane))
        pushed[lane / group * group + bench.lane(4, lane) / 4 % group] = bench.lane(8, lane);
    bench.run("ds_permute_b32 v0, v4, v8");
    for (unsigned lane = 0; lane < lanes; ++lane)
      if (bench.is_active(lane)) {
        ASSERT_EQ(bench.lane(0, lane), pushed[lane]) << lane;
      }
    const u64 mask = wave.lanes == 32 ? wave.scalar[20] : wave.pair(20);
    bench.run(std::string("v_cndmask_b32 v0, v4, v8, ") + (lanes == 32 ? "s20" : "s[20:21]"));
    for (unsigned lane = 0; lane < lanes; ++lane)
      if (bench.is_active(lane)) {
        ASSERT_EQ(bench.lane(0, lane), bench.lane((mask >> lane & 1) != 0 ? 8 : 4, lane));
      }
    const u32 a = bench.lane(4, first % lanes);
    const u32 b = bench.lane(8, first % lanes);
    bench.run("v_swap_b32 v4, v8");
    ASSERT_EQ(bench.lane(4, first % lanes), first == lanes ? a : b);
    ASSERT_EQ(bench.lane(8, first % lanes), first == lanes ? b : a);
  }
  for (const char* name :
       {"v_readfirstlane_b32", "v_readlane_b32", "v_writelane_b32", "v_mbcnt_lo_u32_b32",
        "v_mbcnt_hi_u32_b32", "ds_bpermute_b32", "ds_permute_b32", "v_cndmask_b32", "v_swap_b32"})
    Proven::add(name);
}

void prove_scalar_loads(Bench& bench) {
  for (const char* prefix : {"s_load_", "s_buffer_load_"})
    for (const auto& [names, words] :
         {std::pair{"dword b32", 1U}, std::pair{"dwordx2 b64", 2U}, std::pair{"b96", 3U},
          std::pair{"dwordx4 b128", 4U}, std::pair{"dwordx8 b256", 8U},
          std::pair{"dwordx16 b512", 16U}})
      for (const std::string& stem : words_of_list(names)) {
        const bool is_buffer = prefix[2] == 'b';
        const std::string name = prefix + stem;
        bench.randomise();
        bench.randomise_memory();
        bench.wave().set_pair(4, reinterpret_cast<u64>(bench.array().data()));
        bench.wave().scalar[6] = 256;  // the bytes of the buffer
        bench.wave().scalar[8] = 60;
        bench.run(name + " s[20:" + std::to_string(19 + words) + "], " +
                  (is_buffer ? "s[4:7]" : "s[4:5]") + ", s8 offset:0x84");
        for (unsigned word = 0; word < words; ++word) {
          u32 expected = 0;
          const std::size_t place = 192 + 4 * std::size_t{word};
          if (!is_buffer || place < 256) std::memcpy(&expected, &bench.array()[place], 4);
          ASSERT_EQ(bench.wave().scalar[20 + word], expected) << name << ", word " << word;
        }
        Proven::add(name);
      }
}

void prove_idle(Bench& bench, const std::vector<std::string>& names) {
  for (const std::string& name : names) {
    bench.randomise();
    std::vector<u32> before(bench.wave().vector, bench.wave().vector + 20 * max_lanes);
    const std::vector<u32> scalars(std::begin(bench.wave().scalar), std::end(bench.wave().scalar));
    bench.run(name + " 0");
    ASSERT_TRUE(std::equal(before.begin(), before.end(), bench.wave().vector)) << name;
    ASSERT_TRUE(std::equal(scalars.begin(), scalars.end(), bench.wave().scalar)) << name;
    ASSERT_EQ(bench.wave().state, WaveState::running) << name;
    Proven::add(name);
  }
}

}  // namespace amd_emulator::test
