#include <algorithm>

#include "base/fault.hpp"
#include "execute/float_values.hpp"
#include "execute/vector.hpp"

// Source: AMD, "Vega 7nm Instruction Set Architecture", "MI200 Instruction Set Architecture" and
// "RDNA 2 Instruction Set Architecture", chapters on VOP1, VOP2 and VOP3 instructions.

namespace amd_emulator {
namespace {

template <typename T>
T fraction(T a) {
  // The result stays below 1.
  const T below_one = std::nextafter(T{1}, T{0});
  return is_nan(a) || std::isinf(a) ? a - a : std::min(a - std::floor(a), below_one);
}

template <typename T>
void add_common(Table& t, const std::string& type) {
  t.add("v_add_" + type, vector([](T a, T b) { return a + b; }));
  t.add("v_mul_" + type, vector([](T a, T b) { return a * b; }));
  t.add("v_min_" + type, vector([](T a, T b) { return min_number(a, b); }));
  t.add("v_max_" + type, vector([](T a, T b) { return max_number(a, b); }));
  t.alias("v_min_num_" + type, "v_min_" + type);
  t.alias("v_max_num_" + type, "v_max_" + type);
  t.add("v_minimum_" + type, vector([](T a, T b) { return minimum(a, b); }));
  t.add("v_maximum_" + type, vector([](T a, T b) { return maximum(a, b); }));
  t.add("v_fma_" + type, vector([](T a, T b, T c) { return fused(a, b, c); }));
  t.add("v_fmac_" + type, accumulating([](T a, T b, T c) { return fused(a, b, c); }));
  t.add("v_floor_" + type, vector([](T a) { return std::floor(a); }));
  t.add("v_ceil_" + type, vector([](T a) { return std::ceil(a); }));
  t.add("v_trunc_" + type, vector([](T a) { return std::trunc(a); }));
  t.add("v_rndne_" + type,
        vector([](T a) { return static_cast<T>(__builtin_roundeven(double{a})); }));
  t.add("v_fract_" + type, vector([](T a) { return fraction(a); }));
  t.add("v_ldexp_" + type, vector([](T a, i32 b) {
          return static_cast<T>(std::ldexp(a, std::clamp(b, -5000, 5000)));
        }));
  t.add("v_frexp_mant_" + type, vector([](T a) {
          int exponent = 0;
          return std::isfinite(a) ? std::frexp(a, &exponent) : a;
        }));
  t.add("v_frexp_exp_i32_" + type, vector([](T a) {
          int exponent = 0;
          if (std::isfinite(a)) (void)std::frexp(a, &exponent);
          return i32{exponent};
        }));
}

void add_singles(Table& t) {
  t.add("v_sub_f32", vector([](float a, float b) { return a - b; }));
  t.add("v_subrev_f32", vector([](float a, float b) { return b - a; }));
  t.add("v_mul_legacy_f32",
        vector([](float a, float b) { return a == 0 || b == 0 ? 0.0F : a * b; }));
  t.add("v_fmac_legacy_f32", accumulating([](float a, float b, float c) {
          return a == 0 || b == 0 ? c : fused(a, b, c);
        }));
  t.add("v_fma_legacy_f32",
        vector([](float a, float b, float c) { return a == 0 || b == 0 ? c : fused(a, b, c); }));
  t.alias("v_mul_dx9_zero_f32", "v_mul_legacy_f32");
  t.alias("v_fma_dx9_zero_f32", "v_fma_legacy_f32");
  t.alias("v_fmac_dx9_zero_f32", "v_fmac_legacy_f32");
  t.add("v_fmamk_f32", vector([](float a, float b, float c) { return fused(a, b, c); }));
  t.add("v_fmaak_f32", vector([](float a, float b, float c) { return fused(a, b, c); }));
  // These round twice and have no subnormal numbers.
  const auto mad = [](float a, float b, float c) {
    return flushed(flushed(flushed(a) * flushed(b)) + flushed(c));
  };
  for (const char* name : {"v_mad_f32", "v_madmk_f32", "v_madak_f32"}) t.add(name, vector(mad));
  t.add("v_mac_f32", accumulating(mad));
  t.add("v_mad_legacy_f32", vector([](float a, float b, float c) {
          return a == 0 || b == 0 ? flushed(c)
                                  : flushed(flushed(flushed(a) * flushed(b)) + flushed(c));
        }));
  add_three<float>(t, "f32");
  t.add("v_med3_f32", vector([](float a, float b, float c) { return median(a, b, c); }));
  t.alias("v_med3_num_f32", "v_med3_f32");
}

}  // namespace

void add_floats(Table& t) {
  add_common<float>(t, "f32");
  add_common<double>(t, "f64");
  add_singles(t);
}

}  // namespace amd_emulator
