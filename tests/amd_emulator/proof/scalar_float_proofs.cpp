// Scalar instructions that compute what a vector instruction does, and those with immediates.

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "execute/values.hpp"
#include "proof/state_proof.hpp"

namespace amd_emulator::test {
namespace {

constexpr int repetitions = 2000;

bool is_nan_of(u64 bits, bool is_half) {
  return is_half ? std::isnan(static_cast<float>(from_bits<half>(bits)))
                 : std::isnan(from_bits<float>(bits));
}

/// @param types  those of the vector instruction: 'h' or 'f' for the scalar's floats
void prove_like_vector(Bench& bench, const std::string& name, const LaneProof& proof) {
  const std::string& types = proof.types;
  const bool accumulates = types[1] == '+';
  std::string text = name + " s20";
  const auto sources = static_cast<unsigned>(types.size() - 2);
  for (unsigned source = 0; source < sources; ++source)
    text += ", s" + std::to_string(4 + 4 * source);
  for (int repetition = 0; repetition < repetitions; ++repetition) {
    Wave& wave = bench.wave();
    for (unsigned i = 0; i < 24; ++i) wave.scalar[i] = bench.interesting();
    wave.mode.bits = 0xf0;
    u64 in[3] = {};
    for (unsigned source = 0; source < sources + (accumulates ? 1 : 0); ++source) {
      const unsigned index = source == sources ? 20 : 4 + 4 * source;
      const char type = source == sources ? types[0] : types[2 + source];
      in[source] = wave.scalar[index] & low_bits(type == 'h' ? 16 : 32);
    }
    const u64 expected = proof.formula(in[0], in[1], in[2]);
    bench.run(text);
    const bool is_float = types[0] == 'h' || types[0] == 'f';
    ASSERT_TRUE(wave.scalar[20] == expected || (is_float && is_nan_of(expected, types[0] == 'h') &&
                                                is_nan_of(wave.scalar[20], types[0] == 'h')))
        << text << std::hex << ": " << wave.scalar[20] << " instead of " << expected << ", of "
        << in[0] << ", " << in[1] << ", " << in[2];
  }
  Proven::add(name);
}

const LaneProof& proof_of(const std::vector<LaneProof>& proofs, const std::string& name) {
  for (const LaneProof& proof : proofs) {
    const auto names = words_of_list(proof.names);
    if (std::find(names.begin(), names.end(), name) != names.end()) return proof;
  }
  throw std::runtime_error("no proof of " + name);
}

struct Comparison {
  const char* name;
  bool less, equal, greater, unordered;
};
constexpr Comparison comparisons[] = {
    {"lt", true, false, false, false}, {"eq", false, true, false, false},
    {"le", true, true, false, false},  {"gt", false, false, true, false},
    {"lg", true, false, true, false},  {"ge", false, true, true, false},
    {"o", true, true, true, false},    {"u", false, false, false, true},
    {"nge", true, false, false, true}, {"nlg", false, true, false, true},
    {"ngt", true, true, false, true},  {"nle", false, false, true, true},
    {"neq", true, false, true, true},  {"nlt", false, true, true, true}};

std::vector<ScalarProof> float_comparisons() {
  std::vector<ScalarProof> proofs;
  for (const bool is_half : {false, true})
    for (const Comparison& one : comparisons) {
      const auto value = [is_half](u64 bits) {
        return is_half ? static_cast<float>(from_bits<half>(bits)) : from_bits<float>(bits);
      };
      proofs.push_back({std::string("s_cmp_") + one.name + (is_half ? "_f16" : "_f32"), "-=ww",
                        [=](ScalarState& s) {
                          const float a = value(s.in[0]);
                          const float b = value(s.in[1]);
                          s.scc = std::isunordered(a, b) ? one.unordered
                                  : a < b                ? one.less
                                  : a > b                ? one.greater
                                                         : one.equal;
                        }});
    }
  return proofs;
}

/// Instructions with an immediate of 16 bits, whose text has it after the register.
void prove_immediates(Bench& bench) {
  struct Immediate {
    std::string name;
    std::function<void(ScalarState&)> formula;  ///< in[0]: the immediate as written
  };
  std::vector<Immediate> all;
  const auto sign_16 = [](u64 a) { return i64{static_cast<i16>(a)}; };
  const auto sign_32 = [](u64 a) { return i64{static_cast<i32>(a)}; };
  for (const Comparison& one : comparisons) {
    const std::string name = one.name;
    if (name.size() != 2) continue;
    for (const bool is_signed : {false, true})
      all.push_back({"s_cmpk_" + name + (is_signed ? "_i32" : "_u32"), [=](ScalarState& s) {
                       const i64 a = is_signed ? sign_32(s.result) : static_cast<i64>(s.result);
                       const i64 b = is_signed ? sign_16(s.in[0]) : static_cast<i64>(s.in[0]);
                       s.scc = a < b ? one.less : a > b ? one.greater : one.equal;
                     }});
  }
  all.push_back(
      {"s_movk_i32", [=](ScalarState& s) { s.result = static_cast<u64>(sign_16(s.in[0])); }});
  all.push_back(
      {"s_mulk_i32", [=](ScalarState& s) { s.result *= static_cast<u64>(sign_16(s.in[0])); }});
  all.push_back({"s_cmovk_i32", [=](ScalarState& s) {
                   if (s.scc) s.result = static_cast<u64>(sign_16(s.in[0]));
                 }});
  for (const char* name : {"s_addk_i32", "s_addk_co_i32"})
    all.push_back({name, [=](ScalarState& s) {
                     const i64 sum = sign_32(s.result) + sign_16(s.in[0]);
                     s.result = static_cast<u64>(sum);
                     s.scc = sum != sign_32(static_cast<u64>(sum));
                   }});
  for (const Immediate& one : all) {
    for (const u32 immediate : {0U, 1U, 0x7fffU, 0x8000U, 0xffffU, 0x1234U})
      for (int repetition = 0; repetition < 200; ++repetition) {
        Wave& wave = bench.wave();
        wave.scc = (bench.random() & 1) != 0;
        wave.scalar[20] = bench.random() % 3 == 0 ? immediate : bench.interesting();
        ScalarState state{.in = {immediate}, .result = wave.scalar[20], .scc = wave.scc};
        one.formula(state);
        bench.run(one.name + " s20, " + std::to_string(immediate));
        ASSERT_EQ(wave.scalar[20], low_word(state.result)) << one.name << " " << immediate;
        ASSERT_EQ(wave.scc, state.scc) << one.name << " " << immediate;
      }
    Proven::add(one.name);
  }
}

}  // namespace

void prove_scalar_floats(Bench& bench) {
  std::vector<LaneProof> vectors = float_proofs();
  for (const LaneProof& more : conversion_proofs()) vectors.push_back(more);
  for (const std::string type : {"_f32", "_f16"}) {
    for (const std::string stem : {"add", "sub", "mul", "min", "max", "min_num", "max_num",
                                   "minimum", "maximum", "fmac", "ceil", "floor", "trunc", "rndne"})
      ASSERT_NO_FATAL_FAILURE(
          prove_like_vector(bench, "s_" + stem + type, proof_of(vectors, "v_" + stem + type)));
  }
  for (const std::string name :
       {"fmaak_f32", "fmamk_f32", "cvt_f32_i32", "cvt_f32_u32", "cvt_i32_f32", "cvt_u32_f32",
        "cvt_f16_f32", "cvt_f32_f16", "cvt_pk_rtz_f16_f32"})
    ASSERT_NO_FATAL_FAILURE(prove_like_vector(bench, "s_" + name, proof_of(vectors, "v_" + name)));
  const LaneProof upper{"", "f=w", [](u64 a, u64, u64) {
                          return to_bits(static_cast<float>(from_bits<half>(a >> 16)));
                        }};
  ASSERT_NO_FATAL_FAILURE(prove_like_vector(bench, "s_cvt_hi_f32_f16", upper));
  ASSERT_NO_FATAL_FAILURE(prove_scalars(bench, float_comparisons()));
  ASSERT_NO_FATAL_FAILURE(prove_immediates(bench));
}

void prove_wide_products(Bench& bench) {
  __extension__ typedef __int128 Wide;  // NOLINT(modernize-use-using): an extension of C++
  const std::string mask = bench.wave().lanes == 32 ? "s20" : "s[20:21]";
  for (const bool is_signed : {false, true})
    for (const std::string& name : words_of_list(is_signed ? "v_mad_i64_i32 v_mad_co_i64_i32"
                                                           : "v_mad_u64_u32 v_mad_co_u64_u32")) {
      for (int repetition = 0; repetition < 48; ++repetition) {
        bench.randomise();
        u64 carries = 0;
        std::vector<u64> expected(max_lanes);
        for (unsigned lane = 0; lane < bench.wave().lanes; ++lane) {
          const auto number = [&](u64 bits, bool wide) -> Wide {
            if (!is_signed) return static_cast<Wide>(bits);
            return wide ? Wide{static_cast<i64>(bits)} : Wide{static_cast<i32>(bits)};
          };
          const Wide sum = number(bench.lane(4, lane), false) * number(bench.lane(8, lane), false) +
                           number(bench.wide(12, lane), true);
          expected[lane] = bench.is_active(lane) ? static_cast<u64>(sum) : bench.wide(0, lane);
          const bool carry = number(static_cast<u64>(sum), true) != sum;
          if (carry && bench.is_active(lane)) carries |= u64{1} << lane;
        }
        bench.run(name + " v[0:1], " + mask + ", v4, v8, v[12:13]");
        for (unsigned lane = 0; lane < bench.wave().lanes; ++lane)
          ASSERT_EQ(bench.wide(0, lane), expected[lane]) << name;
        ASSERT_EQ(bench.wave().lanes == 32 ? bench.wave().scalar[20] : bench.wave().pair(20),
                  carries)
            << name;
      }
      Proven::add(name);
    }
}

}  // namespace amd_emulator::test
