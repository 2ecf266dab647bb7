// Two numbers in one register, each half on its own.

#include <algorithm>
#include <cmath>

#include "execute/values.hpp"
#include "proof/lane_proof.hpp"

namespace amd_emulator::test {
namespace {

/// The proofs of numbers of 16 bits with other names hold for each half.
void add_halves_of(const std::vector<LaneProof>& singles, std::vector<LaneProof>& to) {
  struct Renamed {
    const char* packed;
    const char* single;
  };
  constexpr Renamed names[] = {
      {"v_pk_add_f16", "v_add_f16"},         {"v_pk_mul_f16", "v_mul_f16"},
      {"v_pk_min_f16", "v_min_f16"},         {"v_pk_max_f16", "v_max_f16"},
      {"v_pk_min_num_f16", "v_min_num_f16"}, {"v_pk_max_num_f16", "v_max_num_f16"},
      {"v_pk_minimum_f16", "v_minimum_f16"}, {"v_pk_maximum_f16", "v_maximum_f16"},
      {"v_pk_fma_f16", "v_fma_f16"},         {"v_pk_add_u16", "v_add_u16"},
      {"v_pk_sub_u16", "v_sub_u16"},         {"v_pk_add_i16", "v_add_i16"},
      {"v_pk_sub_i16", "v_sub_i16"},         {"v_pk_mul_lo_u16", "v_mul_lo_u16"},
      {"v_pk_mad_u16", "v_mad_u16"},         {"v_pk_mad_i16", "v_mad_i16"},
      {"v_pk_min_u16", "v_min_u16"},         {"v_pk_max_u16", "v_max_u16"},
      {"v_pk_min_i16", "v_min_i16"},         {"v_pk_max_i16", "v_max_i16"},
      {"v_pk_lshlrev_b16", "v_lshlrev_b16"}, {"v_pk_lshrrev_b16", "v_lshrrev_b16"},
      {"v_pk_ashrrev_i16", "v_ashrrev_i16"}, {"v_pk_fmac_f16", "v_fmac_f16"},
  };
  for (const Renamed& renamed : names)
    for (const LaneProof& single : singles) {
      const auto words = words_of_list(single.names);
      if (std::find(words.begin(), words.end(), renamed.single) == words.end()) continue;
      // 'p': a pair of halves or of integers of 16 bits
      std::string types = single.types;
      for (char& type : types)
        if (type == 'h' || type == 'b') type = type == 'h' ? 'p' : 'w';
      to.push_back({renamed.packed, types, [formula = single.formula](u64 a, u64 b, u64 c) {
                      return (formula(a & 0xffff, b & 0xffff, c & 0xffff) & 0xffff) |
                             (formula(a >> 16, b >> 16, c >> 16) & 0xffff) << 16;
                    }});
    }
}

u64 both(u64 a, u64 b, float (*function)(float, float)) {
  const auto part = [&](unsigned shift) {
    return to_bits(function(from_bits<float>(a >> shift), from_bits<float>(b >> shift)));
  };
  return part(0) | part(32) << 32;
}

}  // namespace

std::vector<LaneProof> packed_proofs() {
  std::vector<LaneProof> singles = integer_proofs();
  for (const auto& more : {bit_proofs(), float_proofs()})
    singles.insert(singles.end(), more.begin(), more.end());
  std::vector<LaneProof> proofs;
  add_halves_of(singles, proofs);
  // 'q': two floats
  proofs.push_back({"v_pk_add_f32", "q=qq", [](u64 a, u64 b, u64) {
                      return both(a, b, [](float x, float y) { return x + y; });
                    }});
  proofs.push_back({"v_pk_mul_f32", "q=qq", [](u64 a, u64 b, u64) {
                      return both(a, b, [](float x, float y) { return x * y; });
                    }});
  proofs.push_back({"v_pk_fma_f32", "q=qqq", [](u64 a, u64 b, u64 c) {
                      const auto part = [&](unsigned shift) {
                        return to_bits(std::fma(from_bits<float>(a >> shift),
                                                from_bits<float>(b >> shift),
                                                from_bits<float>(c >> shift)));
                      };
                      return part(0) | part(32) << 32;
                    }});
  // The low word of the first, and with op_sel_hi the low word of the second.
  proofs.push_back(
      {"v_pk_mov_b32", "d=dd", [](u64 a, u64 b, u64) { return (a & low_bits(32)) | b << 32; }});
  return proofs;
}

}  // namespace amd_emulator::test
