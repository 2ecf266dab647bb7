// Floating-point numbers, worked out in the wider type of the host and rounded once.

#include <cmath>
#include <limits>

#include "execute/values.hpp"
#include "proof/lane_proof.hpp"

namespace amd_emulator::test {
namespace {

/// Types of instructions: their values as long double, exactly, and back, rounded.
template <typename T>
struct Number {
  static long double of(u64 bits) { return static_cast<long double>(from_bits<T>(bits)); }
  static u64 to(long double value) { return to_bits(static_cast<T>(value)); }
};

template <typename T>
constexpr const char* suffix = std::is_same_v<T, double>  ? "f64"
                               : std::is_same_v<T, float> ? "f32"
                                                          : "f16";
template <typename T>
constexpr char letter = std::is_same_v<T, double>  ? 'g'
                        : std::is_same_v<T, float> ? 'f'
                                                   : 'h';

template <typename T>
std::string types(unsigned sources, char sign = '=') {
  return std::string{letter<T>, sign} + std::string(sources, letter<T>);
}

/// Whether the first digit of a NaN's fraction is 0.
template <typename T>
bool signals(u64 bits) {
  const unsigned place = sizeof(T) == 8 ? 51 : sizeof(T) == 4 ? 22 : 9;
  return std::isnan(Number<T>::of(bits)) && (bits >> place & 1) == 0;
}

template <typename T>
u64 nan_bits() {
  return Number<T>::to(std::numeric_limits<long double>::quiet_NaN());
}

/// IEEE 754-2008: the number if one is NaN, NaN if one signals; -0 is less than +0.
template <typename T, bool greatest>
u64 extreme(u64 a, u64 b) {
  if (signals<T>(a) || signals<T>(b)) return nan_bits<T>();
  const long double x = Number<T>::of(a);
  const long double y = Number<T>::of(b);
  if (std::isnan(x)) return b;
  if (std::isnan(y)) return a;
  const bool less = x < y || (x == y && std::signbit(x) && !std::signbit(y));
  return less == greatest ? b : a;
}

/// IEEE 754-2019: NaN if one is NaN.
template <typename T, bool greatest>
u64 strict_extreme(u64 a, u64 b) {
  if (std::isnan(Number<T>::of(a)) || std::isnan(Number<T>::of(b))) return nan_bits<T>();
  return extreme<T, greatest>(a, b);
}

template <typename T>
std::function<u64(u64, u64, u64)> rounded(long double (*function)(long double, long double)) {
  return [=](u64 a, u64 b, u64) {
    return Number<T>::to(function(Number<T>::of(a), Number<T>::of(b)));
  };
}

template <typename T>
u64 fused_sum(u64 a, u64 b, u64 c) {
  if constexpr (std::is_same_v<T, double>)
    return to_bits(std::fma(from_bits<T>(a), from_bits<T>(b), from_bits<T>(c)));
  // The product of two floats is exact. The sum is rounded to odd before it is rounded to the type.
  const auto product =
      static_cast<double>(Number<T>::of(a)) * static_cast<double>(Number<T>::of(b));
  const long double exact = static_cast<long double>(product);
  const long double addend = Number<T>::of(c);
  long double sum = exact + addend;
  if (std::isfinite(sum)) {
    const long double part = sum - exact;
    const long double error = (exact - (sum - part)) + (addend - part);
    int exponent = 0;
    const auto digits = static_cast<u64>(std::ldexp(std::frexp(std::fabs(sum), &exponent), 64));
    if (error != 0 && sum != 0 && digits % 2 == 0)
      sum = std::nextafter(sum, error > 0 ? HUGE_VALL : -HUGE_VALL);
  }
  return Number<T>::to(sum);
}

template <typename T>
void add_extremes(std::vector<LaneProof>& to) {
  const std::string type = suffix<T>;
  const auto name = [&](const char* stem) { return std::string("v_") + stem + "_" + type; };
  const auto old_and_new = [&](const std::string& stem) {
    return name(stem.c_str()) + " " + name((stem + "_num").c_str());
  };
  const auto least = [](u64 a, u64 b, u64) { return extreme<T, false>(a, b); };
  const auto greatest = [](u64 a, u64 b, u64) { return extreme<T, true>(a, b); };
  to.push_back({old_and_new("min"), types<T>(2), least});
  to.push_back({old_and_new("max"), types<T>(2), greatest});
  to.push_back({name("minimum"), types<T>(2),
                [](u64 a, u64 b, u64) { return strict_extreme<T, false>(a, b); }});
  to.push_back({name("maximum"), types<T>(2),
                [](u64 a, u64 b, u64) { return strict_extreme<T, true>(a, b); }});
  if constexpr (!std::is_same_v<T, double>) {
    const auto min = extreme<T, false>;
    const auto max = extreme<T, true>;
    const auto strict_min = strict_extreme<T, false>;
    const auto strict_max = strict_extreme<T, true>;
    to.push_back(
        {old_and_new("min3"), types<T>(3), [=](u64 a, u64 b, u64 c) { return min(min(a, b), c); }});
    to.push_back(
        {old_and_new("max3"), types<T>(3), [=](u64 a, u64 b, u64 c) { return max(max(a, b), c); }});
    to.push_back({old_and_new("minmax"), types<T>(3),
                  [=](u64 a, u64 b, u64 c) { return max(min(a, b), c); }});
    to.push_back({old_and_new("maxmin"), types<T>(3),
                  [=](u64 a, u64 b, u64 c) { return min(max(a, b), c); }});
    to.push_back({name("minimum3"), types<T>(3),
                  [=](u64 a, u64 b, u64 c) { return strict_min(strict_min(a, b), c); }});
    to.push_back({name("maximum3"), types<T>(3),
                  [=](u64 a, u64 b, u64 c) { return strict_max(strict_max(a, b), c); }});
    to.push_back({name("minimummaximum"), types<T>(3),
                  [=](u64 a, u64 b, u64 c) { return strict_max(strict_min(a, b), c); }});
    to.push_back({name("maximumminimum"), types<T>(3),
                  [=](u64 a, u64 b, u64 c) { return strict_min(strict_max(a, b), c); }});
    to.push_back({old_and_new("med3"), types<T>(3), [=](u64 a, u64 b, u64 c) {
                    for (const u64 one : {a, b, c})
                      if (std::isnan(Number<T>::of(one))) return min(min(a, b), c);
                    return max(min(a, b), min(max(a, b), c));
                  }});
  }
}

template <typename T>
void add_common(std::vector<LaneProof>& to) {
  const std::string type = suffix<T>;
  const auto name = [&](const char* stem) { return std::string("v_") + stem + "_" + type; };
  const auto one = [&](const char* stem, long double (*function)(long double)) {
    to.push_back({name(stem), types<T>(1),
                  [=](u64 a, u64, u64) { return Number<T>::to(function(Number<T>::of(a))); }});
  };
  if constexpr (std::is_same_v<T, double>) {
    to.push_back({name("add"), types<T>(2), [](u64 a, u64 b, u64) {
                    return to_bits(std::fma(1.0, from_bits<double>(a), from_bits<double>(b)));
                  }});
    to.push_back({name("mul"), types<T>(2), [](u64 a, u64 b, u64) {
                    return to_bits(std::fma(from_bits<double>(a), from_bits<double>(b), -0.0));
                  }});
  } else {
    to.push_back(
        {name("add"), types<T>(2), rounded<T>([](long double a, long double b) { return a + b; })});
    to.push_back(
        {name("sub"), types<T>(2), rounded<T>([](long double a, long double b) { return a - b; })});
    to.push_back({name("subrev"), types<T>(2),
                  rounded<T>([](long double a, long double b) { return b - a; })});
    to.push_back(
        {name("mul"), types<T>(2), rounded<T>([](long double a, long double b) { return a * b; })});
    to.push_back({name("fmamk") + " " + name("fmaak"), types<T>(3), fused_sum<T>});
  }
  to.push_back({name("fma"), types<T>(3), fused_sum<T>});
  to.push_back({name("fmac"), types<T>(2, '+'), fused_sum<T>});
  one("floor", [](long double a) { return std::floor(a); });
  one("ceil", [](long double a) { return std::ceil(a); });
  one("trunc", [](long double a) { return std::trunc(a); });
  one("rndne", [](long double a) { return std::nearbyint(a); });
  to.push_back({name("fract"), types<T>(1), [](u64 a, u64, u64) {
                  const long double value = Number<T>::of(a);
                  if (!std::isfinite(value)) return nan_bits<T>();
                  const long double part = value - std::floor(value);
                  const u64 rounded_part = Number<T>::to(part);
                  // The result stays below 1.
                  return Number<T>::of(rounded_part) >= 1 ? Number<T>::to(1) - 1 : rounded_part;
                }});
  const auto mantissa = [](u64 a, u64, u64) {
    int exponent = 0;
    const long double value = Number<T>::of(a);
    return std::isfinite(value) ? Number<T>::to(std::frexp(value, &exponent)) : a;
  };
  to.push_back({name("frexp_mant"), types<T>(1), mantissa});
  const auto exponent_of = [](u64 a, u64, u64) {
    int exponent = 0;
    const long double value = Number<T>::of(a);
    if (std::isfinite(value)) (void)std::frexp(value, &exponent);
    return static_cast<u64>(i64{exponent}) & low_bits(sizeof(T) == 2 ? 16 : 32);
  };
  to.push_back({sizeof(T) == 2 ? "v_frexp_exp_i16_f16" : "v_frexp_exp_i32_" + type,
                std::string(sizeof(T) == 2 ? "b=" : "w=") + letter<T>, exponent_of});
  const auto scaled = [](u64 a, u64 b, u64) {
    const i64 power = sizeof(T) == 2 ? i64{static_cast<i16>(b)} : i64{static_cast<i32>(b)};
    const auto limited = static_cast<int>(std::clamp<i64>(power, -9000, 9000));
    return Number<T>::to(std::scalbn(Number<T>::of(a), limited));
  };
  to.push_back(
      {name("ldexp"), std::string{letter<T>, '=', letter<T>, sizeof(T) == 2 ? 'b' : 'w'}, scaled});
}

float number(u64 bits) { return from_bits<float>(bits); }

/// A float whose subnormal numbers are zeros.
float without_subnormals(float a) {
  return std::fpclassify(a) == FP_SUBNORMAL ? std::copysign(0.0F, a) : a;
}

u64 product_then_sum(u64 a, u64 b, u64 c) {
  const float product =
      without_subnormals(without_subnormals(number(a)) * without_subnormals(number(b)));
  return to_bits(without_subnormals(product + without_subnormals(number(c))));
}

u64 half_product_then_sum(u64 a, u64 b, u64 c) {
  const u64 product = Number<half>::to(Number<half>::of(a) * Number<half>::of(b));
  return Number<half>::to(Number<half>::of(product) + Number<half>::of(c));
}

/// Zero times anything is 0.
bool has_zero(u64 a, u64 b) { return number(a) == 0 || number(b) == 0; }

void add_old_products(std::vector<LaneProof>& to) {
  to.push_back({"v_mad_f32 v_madmk_f32 v_madak_f32", "f=fff", product_then_sum});
  to.push_back({"v_mac_f32", "f+ff", product_then_sum});
  to.push_back({"v_mad_legacy_f32", "f=fff", [](u64 a, u64 b, u64 c) {
                  return has_zero(a, b) ? to_bits(without_subnormals(number(c)))
                                        : product_then_sum(a, b, c);
                }});
  to.push_back({"v_mul_legacy_f32 v_mul_dx9_zero_f32", "f=ff", [](u64 a, u64 b, u64) {
                  return has_zero(a, b)
                             ? 0
                             : Number<float>::to(Number<float>::of(a) * Number<float>::of(b));
                }});
  const auto fused = [](u64 a, u64 b, u64 c) {
    return has_zero(a, b) ? c : fused_sum<float>(a, b, c);
  };
  to.push_back({"v_fma_legacy_f32 v_fma_dx9_zero_f32", "f=fff", fused});
  to.push_back({"v_fmac_legacy_f32 v_fmac_dx9_zero_f32", "f+ff", fused});
  to.push_back({"v_fma_legacy_f16", "h=hhh", fused_sum<half>});
  to.push_back(
      {"v_mad_f16 v_mad_legacy_f16 v_madmk_f16 v_madak_f16", "h=hhh", half_product_then_sum});
  to.push_back({"v_mac_f16", "h+hh", half_product_then_sum});
}

}  // namespace

std::vector<LaneProof> float_proofs() {
  std::vector<LaneProof> proofs;
  add_common<float>(proofs);
  add_common<double>(proofs);
  add_common<half>(proofs);
  add_extremes<float>(proofs);
  add_extremes<double>(proofs);
  add_extremes<half>(proofs);
  add_old_products(proofs);
  return proofs;
}

}  // namespace amd_emulator::test
