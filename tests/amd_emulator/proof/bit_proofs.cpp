// Logic, shifts and fields, bit by bit.

#include "proof/lane_proof.hpp"

namespace amd_emulator::test {
namespace {

bool bit(u64 value, u64 place) { return place < 64 && (value >> place & 1) != 0; }

template <typename F>
u64 of_bits(unsigned count, F function) {
  u64 result = 0;
  for (unsigned i = 0; i < count; ++i) result |= function(i) ? u64{1} << i : 0;
  return result;
}

/// Each bit from the bits at the same place.
std::function<u64(u64, u64, u64)> bitwise(unsigned count, bool (*function)(bool, bool, bool)) {
  return [=](u64 a, u64 b, u64 c) {
    return of_bits(count, [&](unsigned i) { return function(bit(a, i), bit(b, i), bit(c, i)); });
  };
}

u64 shifted_left(u64 value, u64 by, unsigned count) {
  return of_bits(count, [&](unsigned i) { return i >= by && bit(value, i - by); });
}
u64 shifted_right(u64 value, u64 by, unsigned count, bool fill) {
  return of_bits(count, [&](unsigned i) { return i + by < count ? bit(value, i + by) : fill; });
}

void add_logic(std::vector<LaneProof>& to) {
  const auto same = [](u64 a, u64, u64) { return a; };
  to.push_back({"v_mov_b32 v_accvgpr_read_b32 v_accvgpr_write_b32 v_accvgpr_mov_b32", "w=w", same});
  to.push_back({"v_mov_b64", "d=d", same});
  to.push_back({"v_mov_b16", "b=b", same});
  to.push_back({"v_not_b32", "w=w", bitwise(32, [](bool a, bool, bool) { return !a; })});
  to.push_back({"v_not_b16", "b=b", bitwise(16, [](bool a, bool, bool) { return !a; })});
  to.push_back({"v_and_b32", "w=ww", bitwise(32, [](bool a, bool b, bool) { return a && b; })});
  to.push_back({"v_and_b16", "b=bb", bitwise(16, [](bool a, bool b, bool) { return a && b; })});
  to.push_back({"v_or_b32", "w=ww", bitwise(32, [](bool a, bool b, bool) { return a || b; })});
  to.push_back({"v_or_b16", "b=bb", bitwise(16, [](bool a, bool b, bool) { return a || b; })});
  to.push_back({"v_xor_b32", "w=ww", bitwise(32, [](bool a, bool b, bool) { return a != b; })});
  to.push_back({"v_xor_b16", "b=bb", bitwise(16, [](bool a, bool b, bool) { return a != b; })});
  to.push_back({"v_xnor_b32", "w=ww", bitwise(32, [](bool a, bool b, bool) { return a == b; })});
  to.push_back(
      {"v_and_or_b32", "w=www", bitwise(32, [](bool a, bool b, bool c) { return (a && b) || c; })});
  to.push_back(
      {"v_or3_b32", "w=www", bitwise(32, [](bool a, bool b, bool c) { return a || b || c; })});
  to.push_back(
      {"v_xor3_b32", "w=www", bitwise(32, [](bool a, bool b, bool c) { return (a != b) != c; })});
  to.push_back(
      {"v_bfi_b32", "w=www", bitwise(32, [](bool a, bool b, bool c) { return a ? b : c; })});
}

void add_shifts(std::vector<LaneProof>& to) {
  const auto left = [](unsigned count) {
    return [=](u64 a, u64 b, u64) { return shifted_left(b, a % count, count); };
  };
  const auto right = [](unsigned count) {
    return [=](u64 a, u64 b, u64) { return shifted_right(b, a % count, count, false); };
  };
  const auto keeping_sign = [](unsigned count) {
    return [=](u64 a, u64 b, u64) { return shifted_right(b, a % count, count, bit(b, count - 1)); };
  };
  to.push_back({"v_lshlrev_b32", "w=ww", left(32)});
  to.push_back({"v_lshrrev_b32", "w=ww", right(32)});
  to.push_back({"v_ashrrev_i32", "w=ww", keeping_sign(32)});
  to.push_back({"v_lshlrev_b64", "d=wd", left(64)});
  to.push_back({"v_lshrrev_b64", "d=wd", right(64)});
  to.push_back({"v_ashrrev_i64", "d=wd", keeping_sign(64)});
  to.push_back({"v_lshlrev_b16", "b=bb", left(16)});
  to.push_back({"v_lshrrev_b16", "b=bb", right(16)});
  to.push_back({"v_ashrrev_i16", "b=bb", keeping_sign(16)});
  const auto words = [](auto function) {
    return [=](u64 a, u64 b, u64 c) { return function(a, b, c) & low_bits(32); };
  };
  to.push_back({"v_lshl_add_u32", "w=www",
                words([](u64 a, u64 b, u64 c) { return shifted_left(a, b % 32, 32) + c; })});
  to.push_back({"v_add_lshl_u32", "w=www",
                words([](u64 a, u64 b, u64 c) { return shifted_left(a + b, c % 32, 32); })});
  to.push_back({"v_lshl_or_b32", "w=www",
                words([](u64 a, u64 b, u64 c) { return shifted_left(a, b % 32, 32) | c; })});
  to.push_back({"v_lshl_add_u64", "d=dwd",
                [](u64 a, u64 b, u64 c) { return shifted_left(a, b % 8, 64) + c; }});
  to.push_back(
      {"v_xad_u32", "w=www", words([](u64 a, u64 b, u64 c) { return (a + b - 2 * (a & b)) + c; })});
  to.push_back({"v_alignbit_b32", "w=www", [](u64 a, u64 b, u64 c) {
                  return of_bits(32, [&](unsigned i) { return bit(a << 32 | b, i + c % 32); });
                }});
  to.push_back({"v_alignbyte_b32", "w=www", [](u64 a, u64 b, u64 c) {
                  return of_bits(32, [&](unsigned i) { return bit(a << 32 | b, i + 8 * (c % 4)); });
                }});
}

/// A byte of two words, a sign of a half, or a constant, by a selector of v_perm_b32.
u64 selected_byte(u64 words, u64 selector) {
  if (selector < 8) return words >> 8 * selector & 0xff;
  if (selector < 12) return bit(words, 16 * (selector - 8) + 15) ? 0xff : 0;
  return selector == 12 ? 0 : 0xff;
}

/// The distance of the first bit with a value from the highest bit.
u64 leading(u64 a, bool value) {
  for (u64 i = 0; i < 32; ++i)
    if (bit(a, 31 - i) == value) return i;
  return low_bits(32);
}

void add_fields(std::vector<LaneProof>& to) {
  to.push_back({"v_bfe_u32", "w=www", [](u64 a, u64 b, u64 c) {
                  return of_bits(32, [&](unsigned i) { return i < c % 32 && bit(a, i + b % 32); });
                }});
  to.push_back({"v_bfe_i32", "w=www", [](u64 a, u64 b, u64 c) {
                  return of_bits(32, [&](u64 i) {
                    const u64 place = std::min(std::min(i, c % 32 - 1) + b % 32, u64{31});
                    return c % 32 > 0 && bit(a, place);
                  });
                }});
  to.push_back({"v_bfm_b32", "w=ww", [](u64 a, u64 b, u64) {
                  return of_bits(32,
                                 [&](unsigned i) { return i >= b % 32 && i < a % 32 + b % 32; });
                }});
  to.push_back({"v_perm_b32", "w=www", [](u64 a, u64 b, u64 c) {
                  u64 result = 0;
                  for (unsigned i = 0; i < 4; ++i)
                    result |= selected_byte(a << 32 | b, c >> 8 * i & 0xff) << 8 * i;
                  return result;
                }});
  to.push_back({"v_bfrev_b32", "w=w", [](u64 a, u64, u64) {
                  return of_bits(32, [&](unsigned i) { return bit(a, 31 - i); });
                }});
  to.push_back({"v_bcnt_u32_b32", "w=ww", [](u64 a, u64 b, u64) {
                  for (unsigned i = 0; i < 32; ++i) b += bit(a, i) ? 1 : 0;
                  return b & low_bits(32);
                }});
  to.push_back(
      {"v_ffbh_u32 v_clz_i32_u32", "w=w", [](u64 a, u64, u64) { return leading(a, true); }});
  to.push_back(
      {"v_ffbh_i32 v_cls_i32", "w=w", [](u64 a, u64, u64) { return leading(a, !bit(a, 31)); }});
  to.push_back({"v_ffbl_b32 v_ctz_i32_b32", "w=w", [](u64 a, u64, u64) {
                  for (u64 i = 0; i < 32; ++i)
                    if (bit(a, i)) return i;
                  return low_bits(32);
                }});
  to.push_back({"v_sat_pk_u8_i16", "w=w", [](u64 a, u64, u64) {
                  const auto limited = [](u64 half) -> u64 {
                    return bit(half, 15) ? 0 : std::min<u64>(half & 0xffff, 255);
                  };
                  return limited(a) + 256 * limited(a >> 16);
                }});
  to.push_back({"v_pack_b32_f16", "w=bb", [](u64 a, u64 b, u64) { return a + 65536 * b; }});
}

}  // namespace

std::vector<LaneProof> bit_proofs() {
  std::vector<LaneProof> proofs;
  add_logic(proofs);
  add_shifts(proofs);
  add_fields(proofs);
  return proofs;
}

}  // namespace amd_emulator::test
