// Scalar whole numbers and masks.

#include <algorithm>

#include "proof/state_proof.hpp"

namespace amd_emulator::test {
namespace {

i64 sign_32(u64 a) { return i64{static_cast<i32>(a)}; }
bool bit(u64 value, u64 place) { return (value >> place & 1) != 0; }

void add_sums(std::vector<ScalarProof>& to) {
  to.push_back({"s_add_u32 s_add_co_u32", "w=ww", [](ScalarState& s) {
                  s.result = s.in[0] + s.in[1];
                  s.scc = s.result > UINT32_MAX;
                }});
  to.push_back({"s_addc_u32 s_add_co_ci_u32", "w=ww", [](ScalarState& s) {
                  s.result = s.in[0] + s.in[1] + (s.scc ? 1 : 0);
                  s.scc = s.result > UINT32_MAX;
                }});
  to.push_back({"s_sub_u32 s_sub_co_u32", "w=ww", [](ScalarState& s) {
                  s.result = s.in[0] - s.in[1];
                  s.scc = s.in[0] < s.in[1];
                }});
  to.push_back({"s_subb_u32 s_sub_co_ci_u32", "w=ww", [](ScalarState& s) {
                  const u64 less = s.in[1] + (s.scc ? 1 : 0);
                  s.result = s.in[0] - less;
                  s.scc = s.in[0] < less;
                }});
  const auto checked = [](i64 exact, ScalarState& s) {
    s.result = static_cast<u64>(exact);
    s.scc = exact != sign_32(static_cast<u64>(exact));
  };
  to.push_back({"s_add_i32 s_add_co_i32", "w=ww",
                [=](ScalarState& s) { checked(sign_32(s.in[0]) + sign_32(s.in[1]), s); }});
  to.push_back({"s_sub_i32 s_sub_co_i32", "w=ww",
                [=](ScalarState& s) { checked(sign_32(s.in[0]) - sign_32(s.in[1]), s); }});
  to.push_back(
      {"s_add_u64 s_add_nc_u64", "d=dd", [](ScalarState& s) { s.result = s.in[0] + s.in[1]; }});
  to.push_back(
      {"s_sub_u64 s_sub_nc_u64", "d=dd", [](ScalarState& s) { s.result = s.in[0] - s.in[1]; }});
  to.push_back({"s_mul_u64", "d=dd", [](ScalarState& s) {
                  // From four products of halves.
                  const u64 a = s.in[0] & low_bits(32);
                  const u64 b = s.in[1] & low_bits(32);
                  s.result = a * b + ((s.in[0] >> 32) * b << 32) + (a * (s.in[1] >> 32) << 32);
                }});
  to.push_back({"s_mul_i32", "w=ww", [](ScalarState& s) { s.result = s.in[0] * s.in[1]; }});
  to.push_back(
      {"s_mul_hi_u32", "w=ww", [](ScalarState& s) { s.result = s.in[0] * s.in[1] >> 32; }});
  to.push_back({"s_mul_hi_i32", "w=ww", [](ScalarState& s) {
                  s.result = static_cast<u64>(sign_32(s.in[0]) * sign_32(s.in[1])) >> 32;
                }});
  for (u64 shift = 1; shift <= 4; ++shift)
    to.push_back({"s_lshl" + std::to_string(shift) + "_add_u32", "w=ww", [=](ScalarState& s) {
                    s.result = (s.in[0] << shift) + s.in[1];
                    s.scc = s.result > UINT32_MAX;
                  }});
  const auto magnitude = [](u64 a) { return (bit(a, 31) ? ~a + 1 : a) & low_bits(32); };
  to.push_back({"s_abs_i32", "w=w", [=](ScalarState& s) {
                  s.result = magnitude(s.in[0]);
                  s.scc = s.result != 0;
                }});
  to.push_back({"s_absdiff_i32", "w=ww", [=](ScalarState& s) {
                  s.result = magnitude(s.in[0] - s.in[1]);
                  s.scc = s.result != 0;
                }});
}

void add_extremes(std::vector<ScalarProof>& to) {
  const auto choose = [](bool takes_first, ScalarState& s) {
    s.result = takes_first ? s.in[0] : s.in[1];
    s.scc = takes_first;
  };
  to.push_back({"s_min_u32", "w=ww", [=](ScalarState& s) { choose(s.in[0] < s.in[1], s); }});
  to.push_back({"s_max_u32", "w=ww", [=](ScalarState& s) { choose(s.in[0] > s.in[1], s); }});
  to.push_back({"s_min_i32", "w=ww",
                [=](ScalarState& s) { choose(sign_32(s.in[0]) < sign_32(s.in[1]), s); }});
  to.push_back({"s_max_i32", "w=ww",
                [=](ScalarState& s) { choose(sign_32(s.in[0]) > sign_32(s.in[1]), s); }});
}

/// A number whose SCC says that it is not zero.
std::function<void(ScalarState&)> flagged(unsigned bits, u64 (*function)(const ScalarState&)) {
  return [=](ScalarState& s) {
    s.result = function(s) & low_bits(bits);
    s.scc = s.result != 0;
  };
}

u64 field(u64 value, u64 offset, u64 width, u64 bits, bool is_signed) {
  u64 result = 0;
  if (width == 0) return 0;
  for (u64 i = 0; i < bits; ++i) {
    u64 place = i + offset;
    if (i >= width || place >= bits) {
      if (!is_signed) continue;
      place = std::min(width + offset, bits) - 1;
    }
    if (bit(value, place)) result |= u64{1} << i;
  }
  return result;
}

void add_shifts(std::vector<ScalarProof>& to) {
  using S = const ScalarState&;
  to.push_back({"s_lshl_b32", "w=ww", flagged(32, [](S s) { return s.in[0] << s.in[1] % 32; })});
  to.push_back({"s_lshl_b64", "d=dw", flagged(64, [](S s) { return s.in[0] << s.in[1] % 64; })});
  to.push_back({"s_lshr_b32", "w=ww", flagged(32, [](S s) { return s.in[0] >> s.in[1] % 32; })});
  to.push_back({"s_lshr_b64", "d=dw", flagged(64, [](S s) { return s.in[0] >> s.in[1] % 64; })});
  to.push_back({"s_ashr_i32", "w=ww",
                flagged(32, [](S s) { return field(s.in[0], s.in[1] % 32, 32, 32, true); })});
  to.push_back({"s_ashr_i64", "d=dw",
                flagged(64, [](S s) { return field(s.in[0], s.in[1] % 64, 64, 64, true); })});
  const auto place = [](unsigned bits, bool is_signed) {
    return [=](ScalarState& s) {
      s.result = field(s.in[0], s.in[1] % bits, s.in[1] >> 16 & 0x7f, bits, is_signed);
      s.scc = s.result != 0;
    };
  };
  to.push_back({"s_bfe_u32", "w=ww", place(32, false)});
  to.push_back({"s_bfe_i32", "w=ww", place(32, true)});
  to.push_back({"s_bfe_u64", "d=dw", place(64, false)});
  to.push_back({"s_bfe_i64", "d=dw", place(64, true)});
  to.push_back({"s_bfm_b32", "w=ww",
                [](ScalarState& s) { s.result = ((u64{1} << s.in[0] % 32) - 1) << s.in[1] % 32; }});
  to.push_back({"s_bfm_b64", "d=ww",
                [](ScalarState& s) { s.result = ((u64{1} << s.in[0] % 64) - 1) << s.in[1] % 64; }});
  const auto halves = [](unsigned a, unsigned b) {
    return
        [=](ScalarState& s) { s.result = (s.in[0] >> a & 0xffff) | (s.in[1] >> b & 0xffff) << 16; };
  };
  to.push_back({"s_pack_ll_b32_b16", "w=ww", halves(0, 0)});
  to.push_back({"s_pack_lh_b32_b16", "w=ww", halves(0, 16)});
  to.push_back({"s_pack_hl_b32_b16", "w=ww", halves(16, 0)});
  to.push_back({"s_pack_hh_b32_b16", "w=ww", halves(16, 16)});
  to.push_back(
      {"s_sext_i32_i8", "w=w", [](ScalarState& s) { s.result = field(s.in[0], 0, 8, 32, true); }});
  to.push_back({"s_sext_i32_i16", "w=w",
                [](ScalarState& s) { s.result = field(s.in[0], 0, 16, 32, true); }});
}

struct Logic {
  const char* name;
  u64 (*function)(u64, u64);
};
constexpr Logic logics[] = {
    {"and", [](u64 a, u64 b) { return a & b; }},    {"or", [](u64 a, u64 b) { return a | b; }},
    {"xor", [](u64 a, u64 b) { return a ^ b; }},    {"nand", [](u64 a, u64 b) { return ~(a & b); }},
    {"nor", [](u64 a, u64 b) { return ~(a | b); }}, {"xnor", [](u64 a, u64 b) { return ~(a ^ b); }},
    {"andn2", [](u64 a, u64 b) { return a & ~b; }}, {"orn2", [](u64 a, u64 b) { return a | ~b; }},
    {"andn1", [](u64 a, u64 b) { return ~a & b; }}, {"orn1", [](u64 a, u64 b) { return ~a | b; }}};

/// The names of an operation: "andn2" is and_not1 since gfx11, and "andn1" and_not0.
std::vector<std::string> spellings(const std::string& name) {
  if (!name.ends_with("n2") && !name.ends_with("n1")) return {name};
  const std::string stem = name.substr(0, name.size() - 2);
  return {name, stem + (name.ends_with("n2") ? "_not1" : "_not0")};
}

void add_logic(std::vector<ScalarProof>& to, unsigned bits) {
  const std::string suffix = bits == 32 ? "_b32" : "_b64";
  const std::string letter = bits == 32 ? "w" : "d";
  for (const Logic& logic : logics)
    for (const std::string& name : spellings(logic.name)) {
      const auto function = logic.function;
      if (!std::string(logic.name).ends_with("n1"))
        to.push_back({"s_" + name + suffix, letter + "=" + letter + letter, [=](ScalarState& s) {
                        s.result = function(s.in[0], s.in[1]) & low_bits(bits);
                        s.scc = s.result != 0;
                      }});
      const auto new_exec = [=](ScalarState& s) {
        const u64 after = function(s.in[0], s.exec) & low_bits(bits);
        s.exec = bits == 32 ? (s.exec & ~low_bits(32)) | after : after;
        s.scc = after != 0;
        return after;
      };
      to.push_back({"s_" + name + "_saveexec" + suffix, letter + "=" + letter, [=](ScalarState& s) {
                      s.result = s.exec & low_bits(bits);
                      new_exec(s);
                    }});
      if (name.starts_with("andn") || name.starts_with("and_not"))
        to.push_back({"s_" + name + "_wrexec" + suffix, letter + "=" + letter,
                      [=](ScalarState& s) { s.result = new_exec(s); }});
    }
}

u64 count_of(u64 value, unsigned bits, bool wanted) {
  u64 count = 0;
  for (unsigned i = 0; i < bits; ++i) count += bit(value, i) == wanted ? 1 : 0;
  return count;
}

/// The first place from below or above whose bit has a value; -1 without one.
u64 first_place(u64 value, unsigned bits, bool wanted, bool from_above) {
  for (unsigned i = 0; i < bits; ++i)
    if (bit(value, from_above ? bits - 1 - i : i) == wanted) return i;
  return low_bits(32);
}

void add_bits(std::vector<ScalarProof>& to, unsigned bits) {
  const std::string suffix = bits == 32 ? "_b32" : "_b64";
  const std::string letter = bits == 32 ? "w" : "d";
  const auto one = [&](const std::string& stem, auto function) {
    to.push_back({stem + suffix, letter + "=" + letter, [=](ScalarState& s) { function(s); }});
  };
  one("s_not", [=](ScalarState& s) {
    s.result = ~s.in[0] & low_bits(bits);
    s.scc = s.result != 0;
  });
  one("s_mov", [](ScalarState& s) { s.result = s.in[0]; });
  one("s_cmov", [](ScalarState& s) { s.result = s.scc ? s.in[0] : s.result; });
  one("s_brev", [=](ScalarState& s) {
    s.result = 0;
    for (unsigned i = 0; i < bits; ++i)
      if (bit(s.in[0], i)) s.result |= u64{1} << (bits - 1 - i);
  });
  one("s_wqm", [=](ScalarState& s) {
    s.result = 0;
    for (unsigned i = 0; i < bits; ++i)
      if ((s.in[0] >> i / 4 * 4 & 15) != 0) s.result |= u64{1} << i;
    s.scc = s.result != 0;
  });
  one("s_quadmask", [=](ScalarState& s) {
    s.result = 0;
    for (unsigned i = 0; i < bits / 4; ++i)
      if ((s.in[0] >> 4 * i & 15) != 0) s.result |= u64{1} << i;
    s.scc = s.result != 0;
  });
  to.push_back({"s_cselect" + suffix, letter + "=" + letter + letter,
                [](ScalarState& s) { s.result = s.scc ? s.in[0] : s.in[1]; }});
  const auto counted = [&](const std::string& names, auto function, bool flags) {
    to.push_back({names, "w=" + letter, [=](ScalarState& s) {
                    s.result = function(s.in[0]);
                    if (flags) s.scc = s.result != 0;
                  }});
  };
  counted(
      "s_bcnt0_i32" + suffix, [=](u64 a) { return count_of(a, bits, false); }, true);
  counted(
      "s_bcnt1_i32" + suffix, [=](u64 a) { return count_of(a, bits, true); }, true);
  counted(
      "s_ff0_i32" + suffix, [=](u64 a) { return first_place(a, bits, false, false); }, false);
  counted(
      "s_ff1_i32" + suffix + " s_ctz_i32" + suffix,
      [=](u64 a) { return first_place(a, bits, true, false); }, false);
  counted(
      "s_flbit_i32" + suffix + (bits == 32 ? " s_clz_i32_u32" : " s_clz_i32_u64"),
      [=](u64 a) { return first_place(a, bits, true, true); }, false);
  counted(
      bits == 32 ? "s_flbit_i32 s_cls_i32" : "s_flbit_i32_i64 s_cls_i32_i64",
      [=](u64 a) { return first_place(a, bits, !bit(a, bits - 1), true); }, false);
  for (const bool wanted : {false, true}) {
    const std::string digit = wanted ? "1" : "0";
    to.push_back({"s_bitcmp" + digit + suffix, "-=" + letter + "w",
                  [=](ScalarState& s) { s.scc = bit(s.in[0], s.in[1] % bits) == wanted; }});
    to.push_back({"s_bitset" + digit + suffix, letter + "=w", [=](ScalarState& s) {
                    const u64 place = u64{1} << s.in[0] % bits;
                    s.result = wanted ? s.result | place : s.result & ~place;
                  }});
  }
}

void add_comparisons(std::vector<ScalarProof>& to) {
  struct Comparison {
    const char* name;
    bool (*holds)(i64, i64);
  };
  constexpr Comparison comparisons[] = {
      {"eq", [](i64 a, i64 b) { return a == b; }}, {"lg", [](i64 a, i64 b) { return a != b; }},
      {"gt", [](i64 a, i64 b) { return a > b; }},  {"ge", [](i64 a, i64 b) { return a >= b; }},
      {"lt", [](i64 a, i64 b) { return a < b; }},  {"le", [](i64 a, i64 b) { return a <= b; }}};
  for (const Comparison& comparison : comparisons) {
    const auto holds = comparison.holds;
    const std::string name = comparison.name;
    to.push_back({"s_cmp_" + name + "_i32", "-=ww",
                  [=](ScalarState& s) { s.scc = holds(sign_32(s.in[0]), sign_32(s.in[1])); }});
    to.push_back({"s_cmp_" + name + "_u32", "-=ww", [=](ScalarState& s) {
                    s.scc = holds(static_cast<i64>(s.in[0]), static_cast<i64>(s.in[1]));
                  }});
  }
  to.push_back({"s_cmp_eq_u64", "-=dd", [](ScalarState& s) { s.scc = (s.in[0] ^ s.in[1]) == 0; }});
  to.push_back({"s_cmp_lg_u64", "-=dd", [](ScalarState& s) { s.scc = (s.in[0] ^ s.in[1]) != 0; }});
}

}  // namespace

std::vector<ScalarProof> scalar_proofs() {
  std::vector<ScalarProof> proofs;
  add_sums(proofs);
  add_extremes(proofs);
  add_shifts(proofs);
  for (const unsigned bits : {32U, 64U}) {
    add_logic(proofs, bits);
    add_bits(proofs, bits);
  }
  add_comparisons(proofs);
  proofs.push_back({"s_bitreplicate_b64_b32", "d=w", [](ScalarState& s) {
                      s.result = 0;
                      for (unsigned i = 0; i < 64; ++i)
                        if (bit(s.in[0], i / 2)) s.result |= u64{1} << i;
                    }});
  return proofs;
}

}  // namespace amd_emulator::test
