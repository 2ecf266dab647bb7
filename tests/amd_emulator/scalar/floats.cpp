#include "execute/float_values.hpp"
#include "execute/scalar.hpp"

// Floating-point numbers in scalar registers, since gfx11.5. Source: AMD, "RDNA 4 Instruction Set
// Architecture", chapters on SOP2, SOP1 and SOPC instructions.

namespace amd_emulator {
namespace {

template <typename T>
T nearest(T a) {
  return static_cast<T>(__builtin_roundeven(static_cast<double>(a)));
}

template <typename T, typename F>
Semantics of(F) {
  return scalar([](Wave&, T a) { return static_cast<T>(F{}(static_cast<double>(a))); });
}

/// The destination is the addend, too.
template <typename T>
Semantics accumulating_product() {
  return {.run =
              [](Wave& wave, const Instruction& i) {
                FloatModeGuard guard(wave.mode, sizeof(T) == 4);
                write_scalar<T>(
                    wave, i.operand[0],
                    fused(read_scalar<T>(wave, i.operand[1]), read_scalar<T>(wave, i.operand[2]),
                          read_scalar<T>(wave, i.operand[0])));
              },
          .prepare =
              [](Instruction& i, const Preparation&) {
                prepare_scalar<T>(i, 1);
                prepare_scalar<T>(i, 2);
              }};
}

template <typename T, typename F>
Semantics comparison(F) {
  return scalar([](Wave& w, T a, T b) { w.scc = F{}(a, b); });
}

template <typename T>
void add_comparisons(Table& t, const std::string& type) {
  t.add("s_cmp_lt_" + type, comparison<T>([](T a, T b) { return a < b; }));
  t.add("s_cmp_eq_" + type, comparison<T>([](T a, T b) { return a == b; }));
  t.add("s_cmp_le_" + type, comparison<T>([](T a, T b) { return a <= b; }));
  t.add("s_cmp_gt_" + type, comparison<T>([](T a, T b) { return a > b; }));
  t.add("s_cmp_lg_" + type, comparison<T>([](T a, T b) { return a < b || a > b; }));
  t.add("s_cmp_ge_" + type, comparison<T>([](T a, T b) { return a >= b; }));
  t.add("s_cmp_o_" + type, comparison<T>([](T a, T b) { return !is_nan(a) && !is_nan(b); }));
  t.add("s_cmp_u_" + type, comparison<T>([](T a, T b) { return is_nan(a) || is_nan(b); }));
  t.add("s_cmp_nge_" + type, comparison<T>([](T a, T b) { return !(a >= b); }));
  t.add("s_cmp_nlg_" + type, comparison<T>([](T a, T b) { return !(a < b || a > b); }));
  t.add("s_cmp_ngt_" + type, comparison<T>([](T a, T b) { return !(a > b); }));
  t.add("s_cmp_nle_" + type, comparison<T>([](T a, T b) { return !(a <= b); }));
  t.add("s_cmp_neq_" + type, comparison<T>([](T a, T b) { return !(a == b); }));
  t.add("s_cmp_nlt_" + type, comparison<T>([](T a, T b) { return !(a < b); }));
}

template <typename T>
void add_arithmetic(Table& t, const std::string& type) {
  t.add("s_add_" + type, scalar([](Wave&, T a, T b) { return sum(a, b); }));
  t.add("s_sub_" + type, scalar([](Wave&, T a, T b) { return sum(a, static_cast<T>(-b)); }));
  t.add("s_mul_" + type, scalar([](Wave&, T a, T b) { return product(a, b); }));
  for (const char* name : {"s_min_", "s_min_num_"})
    t.add(name + type, scalar([](Wave&, T a, T b) { return min_number(a, b); }));
  for (const char* name : {"s_max_", "s_max_num_"})
    t.add(name + type, scalar([](Wave&, T a, T b) { return max_number(a, b); }));
  t.add("s_minimum_" + type, scalar([](Wave&, T a, T b) { return minimum(a, b); }));
  t.add("s_maximum_" + type, scalar([](Wave&, T a, T b) { return maximum(a, b); }));
  t.add("s_fmac_" + type, accumulating_product<T>());
  t.add("s_ceil_" + type, of<T>([](double a) { return std::ceil(a); }));
  t.add("s_floor_" + type, of<T>([](double a) { return std::floor(a); }));
  t.add("s_trunc_" + type, of<T>([](double a) { return std::trunc(a); }));
  t.add("s_rndne_" + type, scalar([](Wave&, T a) { return nearest(a); }));
  add_comparisons<T>(t, type);
}

}  // namespace

void add_scalar_floats(Table& t) {
  add_arithmetic<float>(t, "f32");
  add_arithmetic<half>(t, "f16");
  for (const char* name : {"s_fmaak_f32", "s_fmamk_f32"})
    t.add(name, scalar([](Wave&, float a, float b, float c) { return fused(a, b, c); }));
  t.add("s_cvt_f32_i32", scalar([](Wave&, i32 a) { return static_cast<float>(a); }));
  t.add("s_cvt_f32_u32", scalar([](Wave&, u32 a) { return static_cast<float>(a); }));
  t.add("s_cvt_i32_f32", scalar([](Wave&, float a) { return to_integer<i32>(a); }));
  t.add("s_cvt_u32_f32", scalar([](Wave&, float a) { return to_integer<u32>(a); }));
  t.add("s_cvt_f16_f32", scalar([](Wave&, float a) { return static_cast<half>(a); }));
  t.add("s_cvt_f32_f16", scalar([](Wave&, half a) { return static_cast<float>(a); }));
  t.add("s_cvt_hi_f32_f16",
        scalar([](Wave&, u32 a) { return static_cast<float>(from_bits<half>(a >> 16)); }));
  t.add("s_cvt_pk_rtz_f16_f32", scalar([](Wave&, float a, float b) {
          return static_cast<u32>(to_bits(half_toward_zero(a)) | to_bits(half_toward_zero(b))
                                                                     << 16);
        }));
}

}  // namespace amd_emulator
