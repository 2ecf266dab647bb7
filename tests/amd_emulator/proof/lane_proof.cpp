#include "proof/lane_proof.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <sstream>

#include "execute/values.hpp"

namespace amd_emulator::test {
namespace {

constexpr int repetitions = 48;  // with 32 or 64 states each

bool is_wide(char type) { return type == 'd' || type == 'g' || type == 'q'; }
bool is_half_type(char type) { return type == 'b' || type == 'h' || type == 'e'; }

std::string register_of(char type, unsigned index) {
  if (!is_wide(type)) return "v" + std::to_string(index);
  return "v[" + std::to_string(index) + ":" + std::to_string(index + 1) + "]";
}

u64 value_of(Bench& bench, char type, unsigned index, unsigned lane) {
  if (is_wide(type)) return bench.wide(index, lane);
  return is_half_type(type) ? bench.lane(index, lane) & 0xffff : bench.lane(index, lane);
}

bool is_nan_of(char type, u64 bits) {
  if (type == 'h') return std::isnan(static_cast<float>(from_bits<half>(bits)));
  if (type == 'e') return std::isnan(value_of_bfloat(bits));
  if (type == 'f') return std::isnan(from_bits<float>(bits));
  return type == 'g' && std::isnan(from_bits<double>(bits));
}

std::string text_of(const std::string& name, const std::string& types) {
  std::string text = name + " " + register_of(types[0], 0);
  for (unsigned source = 0; source + 2 < types.size(); ++source)
    text += ", " + register_of(types[source + 2], 4 + 4 * source);
  return text;
}

void prove_one(Bench& bench, const std::string& name, const LaneProof& proof) {
  const std::string& types = proof.types;
  const bool accumulates = types[1] == '+';
  const auto sources = static_cast<unsigned>(types.size() - 2);
  const std::string text = text_of(name, types);
  for (int repetition = 0; repetition < repetitions; ++repetition) {
    bench.randomise();
    std::vector<u64> before(max_lanes);
    std::vector<u64> expected(max_lanes);
    for (unsigned lane = 0; lane < bench.wave().lanes; ++lane) {
      before[lane] = bench.wide(0, lane);
      u64 in[3] = {};
      for (unsigned source = 0; source < sources; ++source)
        in[source] = value_of(bench, types[source + 2], 4 + 4 * source, lane);
      if (accumulates) in[sources] = value_of(bench, types[0], 0, lane);
      expected[lane] = proof.formula(in[0], in[1], in[2]);
    }
    bench.run(text);
    for (unsigned lane = 0; lane < bench.wave().lanes; ++lane) {
      if (!bench.is_active(lane)) {
        ASSERT_EQ(bench.wide(0, lane), before[lane]) << text << ": an inactive lane changed";
        continue;
      }
      const u64 found = value_of(bench, types[0], 0, lane);
      ASSERT_TRUE(are_equal(types[0], found, expected[lane]))
          << text << std::hex << ": " << found << " instead of " << expected[lane] << ", of "
          << bench.wide(4, lane) << ", " << bench.wide(8, lane) << ", " << bench.wide(12, lane)
          << ", " << before[lane];
      if (!is_half_type(types[0])) continue;
      const u64 upper = bench.wave().target->zeroes_high_halves ? 0 : before[lane] >> 16 & 0xffff;
      ASSERT_EQ(bench.lane(0, lane) >> 16, upper) << text << ": the upper half";
    }
  }
  Proven::add(name);
}

}  // namespace

bool are_equal(char type, u64 found, u64 expected) {
  if (type == 'p' || type == 'q' || type == 'z') {
    const char part = type == 'p' ? 'h' : type == 'q' ? 'f' : 'e';
    const unsigned bits = type == 'q' ? 32 : 16;
    return are_equal(part, found & low_bits(bits), expected & low_bits(bits)) &&
           are_equal(part, found >> bits & low_bits(bits), expected >> bits & low_bits(bits));
  }
  return found == expected || (is_nan_of(type, found) && is_nan_of(type, expected));
}

float value_of_bfloat(u64 bits) { return from_bits<float>(bits << 16); }

u64 nearest_bfloat(double value) {
  const u64 sign = std::signbit(value) ? 0x8000 : 0;
  if (std::isnan(value)) return 0x7fc0;
  // 8 digits, the last of which is worth at least 2 to the power of -133.
  constexpr int digits = 8;
  constexpr int least = -133;
  int exponent = 0;
  std::frexp(value, &exponent);
  const int unit = std::max(exponent - digits, least);
  const double rounded = std::ldexp(std::nearbyint(std::ldexp(std::fabs(value), -unit)), unit);
  constexpr double beyond = 0x1p128;
  if (rounded >= beyond) return sign | 0x7f80;
  return sign | to_bits(static_cast<float>(rounded)) >> 16;
}

std::vector<std::string> words_of_list(const std::string& list) {
  std::istringstream stream(list);
  return {std::istream_iterator<std::string>(stream), {}};
}

void prove(Bench& bench, const std::vector<LaneProof>& proofs) {
  for (const LaneProof& proof : proofs)
    for (const std::string& name : words_of_list(proof.names))
      ASSERT_NO_FATAL_FAILURE(prove_one(bench, name, proof));
}

}  // namespace amd_emulator::test
