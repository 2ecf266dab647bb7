#include <algorithm>

#include "execute/scalar.hpp"

// Source: AMD, "Vega 7nm Instruction Set Architecture" and "RDNA 2 Instruction Set Architecture",
// chapters on SOP2, SOPK, SOP1 and SOPC instructions.

namespace amd_emulator {
namespace {

template <typename T>
bool sum_overflows(T a, T b) {
  T sum{};
  return __builtin_add_overflow(a, b, &sum);
}

template <typename T>
bool difference_overflows(T a, T b) {
  T difference{};
  return __builtin_sub_overflow(a, b, &difference);
}

template <unsigned shift>
Semantics shifted_sum() {
  return scalar([](Wave& w, u32 a, u32 b) {
    const u64 sum = (u64{a} << shift) + b;
    w.scc = high_word(sum) != 0;
    return low_word(sum);
  });
}

template <typename T>
T field_of(T value, u32 place) {
  const unsigned offset = place & static_cast<u32>(8 * sizeof(T) - 1);
  const unsigned width = place >> 16 & 0x7f;
  if (width == 0) return 0;
  const auto bits = static_cast<std::make_unsigned_t<T>>(value);
  if (offset + width >= 8 * sizeof(T)) return static_cast<T>(value >> offset);
  const unsigned unused = static_cast<unsigned>(8 * sizeof(T)) - offset - width;
  return static_cast<T>(static_cast<T>(bits << unused) >> (unused + offset));
}

void add_sums(Table& t) {
  t.add("s_add_u32", scalar([](Wave& w, u32 a, u32 b) {
          w.scc = sum_overflows(a, b);
          return a + b;
        }));
  t.add("s_addc_u32", scalar([](Wave& w, u32 a, u32 b) {
          const u64 sum = u64{a} + b + (w.scc ? 1 : 0);
          w.scc = high_word(sum) != 0;
          return low_word(sum);
        }));
  t.add("s_sub_u32", scalar([](Wave& w, u32 a, u32 b) {
          w.scc = b > a;
          return a - b;
        }));
  t.add("s_subb_u32", scalar([](Wave& w, u32 a, u32 b) {
          const u64 less = u64{b} + (w.scc ? 1 : 0);
          w.scc = less > a;
          return low_word(a - less);
        }));
  t.add("s_add_i32", scalar([](Wave& w, i32 a, i32 b) {
          w.scc = sum_overflows(a, b);
          return static_cast<u32>(a) + static_cast<u32>(b);
        }));
  t.add("s_sub_i32", scalar([](Wave& w, i32 a, i32 b) {
          w.scc = difference_overflows(a, b);
          return static_cast<u32>(a) - static_cast<u32>(b);
        }));
  t.alias("s_add_co_u32", "s_add_u32");
  t.alias("s_add_co_ci_u32", "s_addc_u32");
  t.alias("s_sub_co_u32", "s_sub_u32");
  t.alias("s_sub_co_ci_u32", "s_subb_u32");
  t.alias("s_add_co_i32", "s_add_i32");
  t.alias("s_sub_co_i32", "s_sub_i32");
  for (const char* name : {"s_add_u64", "s_add_nc_u64"})
    t.add(name, scalar([](Wave&, u64 a, u64 b) { return a + b; }));
  for (const char* name : {"s_sub_u64", "s_sub_nc_u64"})
    t.add(name, scalar([](Wave&, u64 a, u64 b) { return a - b; }));
  t.add("s_mul_u64", scalar([](Wave&, u64 a, u64 b) { return a * b; }));
  t.add("s_lshl1_add_u32", shifted_sum<1>());
  t.add("s_lshl2_add_u32", shifted_sum<2>());
  t.add("s_lshl3_add_u32", shifted_sum<3>());
  t.add("s_lshl4_add_u32", shifted_sum<4>());
  t.add("s_mul_i32", scalar([](Wave&, u32 a, u32 b) { return a * b; }));
  t.add("s_mul_hi_u32", scalar([](Wave&, u32 a, u32 b) { return high_word(u64{a} * b); }));
  t.add("s_mul_hi_i32",
        scalar([](Wave&, i32 a, i32 b) { return high_word(static_cast<u64>(i64{a} * b)); }));
  t.add("s_abs_i32", scalar_flagged([](Wave&, u32 a) { return a >> 31 != 0 ? 0 - a : a; }));
  t.add("s_absdiff_i32", scalar_flagged([](Wave&, u32 a, u32 b) {
          const u32 difference = a - b;
          return difference >> 31 != 0 ? 0 - difference : difference;
        }));
}

void add_extremes(Table& t) {
  t.add("s_min_i32", scalar([](Wave& w, i32 a, i32 b) {
          w.scc = a < b;
          return std::min(a, b);
        }));
  t.add("s_min_u32", scalar([](Wave& w, u32 a, u32 b) {
          w.scc = a < b;
          return std::min(a, b);
        }));
  t.add("s_max_i32", scalar([](Wave& w, i32 a, i32 b) {
          w.scc = a > b;
          return std::max(a, b);
        }));
  t.add("s_max_u32", scalar([](Wave& w, u32 a, u32 b) {
          w.scc = a > b;
          return std::max(a, b);
        }));
}

void add_shifts(Table& t) {
  t.add("s_lshl_b32", scalar_flagged([](Wave&, u32 a, u32 b) { return a << (b & 31); }));
  t.add("s_lshl_b64", scalar_flagged([](Wave&, u64 a, u32 b) { return a << (b & 63); }));
  t.add("s_lshr_b32", scalar_flagged([](Wave&, u32 a, u32 b) { return a >> (b & 31); }));
  t.add("s_lshr_b64", scalar_flagged([](Wave&, u64 a, u32 b) { return a >> (b & 63); }));
  t.add("s_ashr_i32", scalar_flagged([](Wave&, i32 a, u32 b) { return a >> (b & 31); }));
  t.add("s_ashr_i64", scalar_flagged([](Wave&, i64 a, u32 b) { return a >> (b & 63); }));
  t.add("s_bfe_u32", scalar_flagged([](Wave&, u32 a, u32 b) { return field_of(a, b); }));
  t.add("s_bfe_i32", scalar_flagged([](Wave&, i32 a, u32 b) { return field_of(a, b); }));
  t.add("s_bfe_u64", scalar_flagged([](Wave&, u64 a, u32 b) { return field_of(a, b); }));
  t.add("s_bfe_i64", scalar_flagged([](Wave&, i64 a, u32 b) { return field_of(a, b); }));
  t.add("s_bfm_b32",
        scalar([](Wave&, u32 a, u32 b) { return static_cast<u32>(low_bits(a & 31)) << (b & 31); }));
  t.add("s_bfm_b64", scalar([](Wave&, u32 a, u32 b) { return low_bits(a & 63) << (b & 63); }));
  t.add("s_pack_ll_b32_b16", scalar([](Wave&, u32 a, u32 b) { return (a & 0xffff) | b << 16; }));
  t.add("s_pack_lh_b32_b16",
        scalar([](Wave&, u32 a, u32 b) { return (a & 0xffff) | (b & 0xffff0000); }));
  t.add("s_pack_hl_b32_b16", scalar([](Wave&, u32 a, u32 b) { return a >> 16 | b << 16; }));
  t.add("s_pack_hh_b32_b16",
        scalar([](Wave&, u32 a, u32 b) { return a >> 16 | (b & 0xffff0000); }));
  t.add("s_sext_i32_i8", scalar([](Wave&, u32 a) { return i32{static_cast<i8>(a)}; }));
  t.add("s_sext_i32_i16", scalar([](Wave&, u32 a) { return i32{static_cast<i16>(a)}; }));
}

template <typename T, typename F>
Semantics comparison(F) {
  return scalar([](Wave& w, T a, T b) { w.scc = F{}(a, b); });
}

template <typename T>
void add_comparisons(Table& t, const std::string& type) {
  t.add("s_cmp_eq_" + type, comparison<T>([](T a, T b) { return a == b; }));
  t.add("s_cmp_lg_" + type, comparison<T>([](T a, T b) { return a != b; }));
  t.add("s_cmp_gt_" + type, comparison<T>([](T a, T b) { return a > b; }));
  t.add("s_cmp_ge_" + type, comparison<T>([](T a, T b) { return a >= b; }));
  t.add("s_cmp_lt_" + type, comparison<T>([](T a, T b) { return a < b; }));
  t.add("s_cmp_le_" + type, comparison<T>([](T a, T b) { return a <= b; }));
}

/// An immediate of 16 bits, printed without its sign extension.
template <typename T>
T extended(u32 immediate) {
  return std::is_signed_v<T> ? static_cast<T>(static_cast<i16>(immediate))
                             : static_cast<T>(immediate & 0xffff);
}

template <typename T>
void add_immediate_comparisons(Table& t, const std::string& type) {
  t.add("s_cmpk_eq_" + type, scalar([](Wave& w, T a, u32 b) { w.scc = a == extended<T>(b); }));
  t.add("s_cmpk_lg_" + type, scalar([](Wave& w, T a, u32 b) { w.scc = a != extended<T>(b); }));
  t.add("s_cmpk_gt_" + type, scalar([](Wave& w, T a, u32 b) { w.scc = a > extended<T>(b); }));
  t.add("s_cmpk_ge_" + type, scalar([](Wave& w, T a, u32 b) { w.scc = a >= extended<T>(b); }));
  t.add("s_cmpk_lt_" + type, scalar([](Wave& w, T a, u32 b) { w.scc = a < extended<T>(b); }));
  t.add("s_cmpk_le_" + type, scalar([](Wave& w, T a, u32 b) { w.scc = a <= extended<T>(b); }));
}

/// Instructions whose destination is a source, too.
template <typename F>
Semantics updating(F) {
  return {.run =
              [](Wave& wave, const Instruction& instruction) {
                const Operand& to = instruction.operand[0];
                const auto value = extended<i32>(low_word(instruction.operand[1].bits));
                write_scalar<u32>(wave, to,
                                  F{}(wave, static_cast<u32>(read_scalar<u32>(wave, to)), value));
              },
          .prepare = nullptr};
}

void add_immediates(Table& t) {
  add_immediate_comparisons<i32>(t, "i32");
  add_immediate_comparisons<u32>(t, "u32");
  t.add("s_movk_i32", scalar([](Wave&, u32 a) { return extended<i32>(a); }));
  t.add("s_addk_i32", updating([](Wave& w, u32 a, i32 b) {
          w.scc = sum_overflows(static_cast<i32>(a), b);
          return a + static_cast<u32>(b);
        }));
  t.alias("s_addk_co_i32", "s_addk_i32");
  t.add("s_mulk_i32", updating([](Wave&, u32 a, i32 b) { return a * static_cast<u32>(b); }));
  t.add("s_cmovk_i32",
        updating([](Wave& w, u32 a, i32 b) { return w.scc ? static_cast<u32>(b) : a; }));
}

}  // namespace

void add_scalar_arithmetic(Table& t) {
  add_sums(t);
  add_extremes(t);
  add_shifts(t);
  add_comparisons<i32>(t, "i32");
  add_comparisons<u32>(t, "u32");
  t.add("s_cmp_eq_u64", comparison<u64>([](u64 a, u64 b) { return a == b; }));
  t.add("s_cmp_lg_u64", comparison<u64>([](u64 a, u64 b) { return a != b; }));
  add_immediates(t);
}

}  // namespace amd_emulator
