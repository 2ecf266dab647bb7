#include <algorithm>

#include "base/fault.hpp"
#include "execute/float_values.hpp"
#include "execute/vector.hpp"

// Numbers of 16 bits, one in each lane. Source: AMD, "Vega 7nm Instruction Set Architecture" and
// "RDNA 2 Instruction Set Architecture", chapters on VOP1, VOP2 and VOP3 instructions.

namespace amd_emulator {
namespace {

/// Sums, differences and products of halves are exact as doubles or rounded far below.
half round(double a) { return static_cast<half>(a); }
double wide(half a) { return static_cast<double>(a); }

half fix_up(half quotient, half denominator, half numerator) {
  const bool negative = sign_of(denominator) != sign_of(numerator);
  const double sign = negative ? -1.0 : 1.0;
  const double d = wide(denominator);
  const double n = wide(numerator);
  if (std::isnan(n)) return numerator;
  if (std::isnan(d)) return denominator;
  if ((d == 0 && n == 0) || (std::isinf(d) && std::isinf(n)))
    return round(std::numeric_limits<double>::quiet_NaN());
  if (d == 0 || std::isinf(n)) return round(std::copysign(INFINITY, sign));
  if (std::isinf(d) || n == 0) return round(std::copysign(0.0, sign));
  return round(std::copysign(wide(quotient), sign));
}

template <double (*function)(double)>
Semantics of_half() {
  return vector([](half a) { return round(function(wide(a))); });
}

double fraction(double a) { return std::min(a - std::floor(a), 1.0 - 0x1p-11); }
double mantissa(double a) {
  int exponent = 0;
  return std::isfinite(a) ? std::frexp(a, &exponent) : a;
}
double floor_of(double a) { return std::floor(a); }
double ceil_of(double a) { return std::ceil(a); }
double trunc_of(double a) { return std::trunc(a); }
double nearest(double a) { return __builtin_roundeven(a); }

void add_arithmetic(Table& t) {
  t.add("v_add_f16", vector([](half a, half b) { return round(wide(a) + wide(b)); }));
  t.add("v_sub_f16", vector([](half a, half b) { return round(wide(a) - wide(b)); }));
  t.add("v_subrev_f16", vector([](half a, half b) { return round(wide(b) - wide(a)); }));
  t.add("v_mul_f16", vector([](half a, half b) { return round(wide(a) * wide(b)); }));
  t.add("v_min_f16", vector([](half a, half b) { return min_number(a, b); }));
  t.add("v_max_f16", vector([](half a, half b) { return max_number(a, b); }));
  t.alias("v_min_num_f16", "v_min_f16");
  t.alias("v_max_num_f16", "v_max_f16");
  t.add("v_minimum_f16", vector([](half a, half b) { return minimum(a, b); }));
  t.add("v_maximum_f16", vector([](half a, half b) { return maximum(a, b); }));
  for (const char* name : {"v_fma_f16", "v_fma_legacy_f16", "v_fmamk_f16", "v_fmaak_f16"})
    t.add(name, vector([](half a, half b, half c) { return fused(a, b, c); }));
  t.add("v_fmac_f16", accumulating([](half a, half b, half c) { return fused(a, b, c); }));
  const auto mad = [](half a, half b, half c) {
    return round(wide(round(wide(a) * wide(b))) + wide(c));
  };
  for (const char* name : {"v_mad_f16", "v_mad_legacy_f16", "v_madmk_f16", "v_madak_f16"})
    t.add(name, vector(mad));
  t.add("v_mac_f16", accumulating(mad));
  add_three<half>(t, "f16");
  t.add("v_med3_f16", vector([](half a, half b, half c) { return median(a, b, c); }));
  t.alias("v_med3_num_f16", "v_med3_f16");
  for (const char* name : {"v_div_fixup_f16", "v_div_fixup_legacy_f16"})
    t.add(name, vector([](half a, half b, half c) { return fix_up(a, b, c); }));
}

}  // namespace

void add_halves(Table& t) {
  add_arithmetic(t);
  t.add("v_floor_f16", of_half<floor_of>());
  t.add("v_ceil_f16", of_half<ceil_of>());
  t.add("v_trunc_f16", of_half<trunc_of>());
  t.add("v_rndne_f16", of_half<nearest>());
  t.add("v_fract_f16", of_half<fraction>());
  t.add("v_frexp_mant_f16", of_half<mantissa>());
  t.add("v_frexp_exp_i16_f16", vector([](half a) {
          int exponent = 0;
          if (std::isfinite(wide(a))) (void)std::frexp(wide(a), &exponent);
          return static_cast<i16>(exponent);
        }));
  t.add("v_ldexp_f16", vector([](half a, i16 b) { return round(std::ldexp(wide(a), b)); }));
}

}  // namespace amd_emulator
