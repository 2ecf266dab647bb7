// Whole numbers, worked out in 128 bits.

#include <algorithm>

#include "proof/lane_proof.hpp"

namespace amd_emulator::test {
namespace {

__extension__ typedef __int128 Wide;  // NOLINT(modernize-use-using): an extension of C++

/// The value of the lowest bits as a number with a sign.
Wide with_sign(u64 bits, unsigned count) {
  const Wide half = Wide{1} << (count - 1);
  const Wide value = static_cast<Wide>(bits & low_bits(count));
  return value >= half ? value - 2 * half : value;
}
Wide without(u64 bits, unsigned count) { return static_cast<Wide>(bits & low_bits(count)); }

using Numbers = Wide (*)(u64, unsigned);

/// Sums and products of numbers of some bits, wrapped to the result.
void add_sums(std::vector<LaneProof>& to) {
  const auto plus = [](u64 a, u64 b, u64) { return a + b; };
  const auto minus = [](u64 a, u64 b, u64) { return a + ~b + 1; };
  const auto wrapped = [](auto function, unsigned bits) {
    return [=](u64 a, u64 b, u64 c) { return function(a, b, c) & low_bits(bits); };
  };
  to.push_back({"v_add_u32 v_add_nc_u32 v_add_i32 v_add_nc_i32", "w=ww", wrapped(plus, 32)});
  to.push_back({"v_sub_u32 v_sub_nc_u32 v_sub_i32 v_sub_nc_i32", "w=ww", wrapped(minus, 32)});
  to.push_back({"v_subrev_u32 v_subrev_nc_u32", "w=ww",
                [](u64 a, u64 b, u64) { return (b + ~a + 1) & low_bits(32); }});
  to.push_back({"v_add_u16 v_add_nc_u16 v_add_i16 v_add_nc_i16", "b=bb", wrapped(plus, 16)});
  to.push_back({"v_sub_u16 v_sub_nc_u16 v_sub_i16 v_sub_nc_i16", "b=bb", wrapped(minus, 16)});
  to.push_back({"v_subrev_u16", "b=bb", [](u64 a, u64 b, u64) { return (b + ~a + 1) & 0xffff; }});
  to.push_back(
      {"v_add3_u32", "w=www", [](u64 a, u64 b, u64 c) { return (a + b + c) & low_bits(32); }});
}

void add_products(std::vector<LaneProof>& to) {
  const auto product = [](Numbers numbers, unsigned bits, unsigned shift) {
    return [=](u64 a, u64 b, u64) {
      return static_cast<u64>(numbers(a, bits) * numbers(b, bits) >> shift) & low_bits(32);
    };
  };
  const auto sum = [](Numbers numbers, unsigned bits, unsigned result) {
    return [=](u64 a, u64 b, u64 c) {
      return static_cast<u64>(numbers(a, bits) * numbers(b, bits) + static_cast<Wide>(c)) &
             low_bits(result);
    };
  };
  to.push_back({"v_mul_lo_u32 v_mul_lo_i32", "w=ww", product(without, 32, 0)});
  to.push_back({"v_mul_hi_u32", "w=ww", product(without, 32, 32)});
  to.push_back({"v_mul_hi_i32", "w=ww", product(with_sign, 32, 32)});
  to.push_back({"v_mul_u32_u24", "w=ww", product(without, 24, 0)});
  to.push_back({"v_mul_hi_u32_u24", "w=ww", product(without, 24, 32)});
  to.push_back({"v_mul_i32_i24", "w=ww", product(with_sign, 24, 0)});
  to.push_back({"v_mul_hi_i32_i24", "w=ww", product(with_sign, 24, 32)});
  to.push_back({"v_mad_u32_u24", "w=www", sum(without, 24, 32)});
  to.push_back({"v_mad_i32_i24", "w=www", sum(with_sign, 24, 32)});
  to.push_back({"v_mad_u32_u16", "w=bbw", sum(without, 16, 32)});
  to.push_back({"v_mad_i32_i16", "w=bbw", sum(with_sign, 16, 32)});
  to.push_back({"v_mul_lo_u16", "b=bb", [](u64 a, u64 b, u64) { return a * b & 0xffff; }});
  to.push_back(
      {"v_mad_u16 v_mad_legacy_u16 v_mad_i16 v_mad_legacy_i16", "b=bbb", sum(without, 16, 16)});
}

void add_extremes(std::vector<LaneProof>& to) {
  struct Kind {
    const char* type;
    Numbers numbers;
    unsigned bits;
  };
  for (const Kind kind : {Kind{"i32", with_sign, 32}, Kind{"u32", without, 32},
                          Kind{"i16", with_sign, 16}, Kind{"u16", without, 16}}) {
    const std::string type = kind.type;
    const std::string two = kind.bits == 32 ? "w=ww" : "b=bb";
    const std::string three = kind.bits == 32 ? "w=www" : "b=bbb";
    // The place of each number in the order decides.
    const auto sorted = [kind](u64 a, u64 b, u64 c) {
      std::vector<u64> all{a, b, c};
      std::sort(all.begin(), all.end(), [&](u64 x, u64 y) {
        return kind.numbers(x, kind.bits) < kind.numbers(y, kind.bits);
      });
      return all;
    };
    const auto least = [sorted](u64 a, u64 b) { return sorted(a, b, b)[0]; };
    const auto greatest = [sorted](u64 a, u64 b) { return sorted(a, b, b)[2]; };
    to.push_back({"v_min_" + type, two, [=](u64 a, u64 b, u64) { return least(a, b); }});
    to.push_back({"v_max_" + type, two, [=](u64 a, u64 b, u64) { return greatest(a, b); }});
    to.push_back(
        {"v_min3_" + type, three, [=](u64 a, u64 b, u64 c) { return sorted(a, b, c)[0]; }});
    to.push_back(
        {"v_med3_" + type, three, [=](u64 a, u64 b, u64 c) { return sorted(a, b, c)[1]; }});
    to.push_back(
        {"v_max3_" + type, three, [=](u64 a, u64 b, u64 c) { return sorted(a, b, c)[2]; }});
    to.push_back(
        {"v_minmax_" + type, three, [=](u64 a, u64 b, u64 c) { return greatest(least(a, b), c); }});
    to.push_back(
        {"v_maxmin_" + type, three, [=](u64 a, u64 b, u64 c) { return least(greatest(a, b), c); }});
  }
}

/// The sum of the distances of the parts of two words.
u64 distances(u64 a, u64 b, unsigned bits) {
  Wide sum = 0;
  for (unsigned shift = 0; shift < 32; shift += bits) {
    const Wide difference = without(a >> shift, bits) - without(b >> shift, bits);
    sum += difference < 0 ? -difference : difference;
  }
  return static_cast<u64>(sum);
}

void add_distances(std::vector<LaneProof>& to) {
  const auto words = [](auto function) {
    return [=](u64 a, u64 b, u64 c) { return function(a, b, c) & low_bits(32); };
  };
  to.push_back(
      {"v_sad_u8", "w=www", words([](u64 a, u64 b, u64 c) { return distances(a, b, 8) + c; })});
  to.push_back({"v_sad_hi_u8", "w=www",
                words([](u64 a, u64 b, u64 c) { return distances(a, b, 8) * 65536 + c; })});
  to.push_back(
      {"v_sad_u16", "w=www", words([](u64 a, u64 b, u64 c) { return distances(a, b, 16) + c; })});
  to.push_back(
      {"v_sad_u32", "w=www", words([](u64 a, u64 b, u64 c) { return distances(a, b, 32) + c; })});
}

/// Sums of products of the parts of words.
void add_dot_products(std::vector<LaneProof>& to) {
  const auto dot = [](Numbers numbers, unsigned bits) {
    return [=](u64 a, u64 b, u64 c) {
      Wide sum = static_cast<Wide>(c);
      for (unsigned shift = 0; shift < 32; shift += bits)
        sum += numbers(a >> shift, bits) * numbers(b >> shift, bits);
      return static_cast<u64>(sum) & low_bits(32);
    };
  };
  to.push_back({"v_dot4_i32_i8", "w=www", dot(with_sign, 8)});
  to.push_back({"v_dot4_u32_u8 v_dot4_i32_iu8", "w=www", dot(without, 8)});
  to.push_back({"v_dot8_i32_i4", "w=www", dot(with_sign, 4)});
  to.push_back({"v_dot8_u32_u4 v_dot8_i32_iu4", "w=www", dot(without, 4)});
  to.push_back({"v_dot2_i32_i16", "w=www", dot(with_sign, 16)});
  to.push_back({"v_dot2_u32_u16", "w=www", dot(without, 16)});
  to.push_back({"v_dot4c_i32_i8", "w+ww", dot(with_sign, 8)});
  to.push_back({"v_dot8c_i32_i4", "w+ww", dot(with_sign, 4)});
  to.push_back({"v_dot2c_i32_i16", "w+ww", dot(with_sign, 16)});
}

}  // namespace

std::vector<LaneProof> integer_proofs() {
  std::vector<LaneProof> proofs;
  add_sums(proofs);
  add_products(proofs);
  add_extremes(proofs);
  add_distances(proofs);
  add_dot_products(proofs);
  return proofs;
}

}  // namespace amd_emulator::test
