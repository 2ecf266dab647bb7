// Numbers of 8 bits, found among all 256 of them; bfloat16; sums of products of pairs.

#include <cmath>
#include <limits>

#include "execute/values.hpp"
#include "proof/state_proof.hpp"

namespace amd_emulator::test {
namespace {

/// The value of each byte in a format with some exponent bits.
double value_of_byte(u64 byte, int exponent_bits, bool fnuz) {
  const int fraction_bits = 7 - exponent_bits;
  const int bias = (1 << (exponent_bits - 1)) - (fnuz ? 0 : 1);
  const int exponent =
      static_cast<int>(byte >> fraction_bits & low_bits(static_cast<unsigned>(exponent_bits)));
  const int fraction = static_cast<int>(byte & low_bits(static_cast<unsigned>(fraction_bits)));
  const double sign = (byte & 0x80) != 0 ? -1 : 1;
  const double nan = std::numeric_limits<double>::quiet_NaN();
  if (fnuz && byte == 0x80) return nan;
  if (!fnuz && exponent_bits == 5 && exponent == 31) return fraction == 0 ? sign * HUGE_VAL : nan;
  if (!fnuz && exponent_bits == 4 && (byte & 0x7f) == 0x7f) return nan;
  const double digits = std::ldexp(fraction, -fraction_bits) + (exponent == 0 ? 0 : 1);
  return sign * std::ldexp(digits, (exponent == 0 ? 1 : exponent) - bias);
}

/// The byte nearest to a float; ties go to the even one. Beyond the greatest: infinity or NaN.
u64 nearest_byte(u64 bits, int exponent_bits, bool fnuz) {
  const double value = double{from_bits<float>(bits)};
  const u64 sign = std::signbit(value) ? 0x80 : 0;
  const u64 overflow = fnuz ? 0x80 : sign | (exponent_bits == 5 ? 0x7c : 0x7f);
  if (std::isnan(value)) return fnuz ? 0x80 : sign | 0x7f;
  u64 greatest = 0;
  for (u64 byte = 0; byte < 0x80; ++byte)
    if (std::isfinite(value_of_byte(byte, exponent_bits, fnuz))) greatest = byte;
  // What would be the value after the greatest decides what overflows.
  const double last = value_of_byte(greatest, exponent_bits, fnuz);
  const double step = last - value_of_byte(greatest - 1, exponent_bits, fnuz);
  const double limit = last + step / 2;
  if (std::fabs(value) > limit || (std::fabs(value) == limit && greatest % 2 == 1)) return overflow;
  u64 best = 0;
  for (u64 byte = 0; byte <= greatest; ++byte) {
    const double distance = std::fabs(value_of_byte(byte, exponent_bits, fnuz) - std::fabs(value));
    const double known = std::fabs(value_of_byte(best, exponent_bits, fnuz) - std::fabs(value));
    if (distance < known || (distance == known && byte % 2 == 0)) best = byte;
  }
  return best == 0 && fnuz ? 0 : sign | best;
}

/// One of the two bytes around a float; the noise's share of the distance goes up.
u64 noisy_byte(u64 bits, u64 noise, int exponent_bits, bool fnuz) {
  const double value = std::fabs(double{from_bits<float>(bits)});
  if (!std::isfinite(value)) return nearest_byte(bits, exponent_bits, fnuz);
  const u64 sign = std::signbit(from_bits<float>(bits)) ? 0x80 : 0;
  u64 lower = 0;
  u64 greatest = 0;
  for (u64 byte = 0; byte < 0x80; ++byte) {
    const double one = value_of_byte(byte, exponent_bits, fnuz);
    if (!std::isfinite(one)) continue;
    greatest = byte;
    if (one <= value) lower = byte;
  }
  const u64 overflow = fnuz ? 0x80 : sign | (exponent_bits == 5 ? 0x7c : 0x7f);
  const double low = value_of_byte(lower, exponent_bits, fnuz);
  const double step = lower == greatest ? low - value_of_byte(lower - 1, exponent_bits, fnuz)
                                        : value_of_byte(lower + 1, exponent_bits, fnuz) - low;
  if (value - low >= step) return overflow;
  const bool up = (value - low) / step + std::ldexp(static_cast<double>(noise), -32) >= 1;
  const u64 byte = lower + (up ? 1 : 0);
  if (byte > greatest) return overflow;
  return byte == 0 && fnuz ? 0 : sign | byte;
}

u64 float_bits(double value) { return to_bits(static_cast<float>(value)); }

void add_format(std::vector<LaneProof>& to, const std::string& type, int exponent_bits, bool fnuz) {
  const auto value = [=](u64 byte) { return value_of_byte(byte & 0xff, exponent_bits, fnuz); };
  to.push_back({"v_cvt_f32_" + type, "f=w", [=](u64 a, u64, u64) { return float_bits(value(a)); }});
  to.push_back({"v_cvt_pk_f32_" + type, "q=w", [=](u64 a, u64, u64) {
                  return float_bits(value(a)) | float_bits(value(a >> 8)) << 32;
                }});
  to.push_back({"v_cvt_pk_" + type + "_f32", "w+ff", [=](u64 a, u64 b, u64 before) {
                  return (before & 0xffff0000) | nearest_byte(a, exponent_bits, fnuz) |
                         nearest_byte(b, exponent_bits, fnuz) << 8;
                }});
  to.push_back({"v_cvt_sr_" + type + "_f32", "w+fw", [=](u64 a, u64 noise, u64 before) {
                  return (before & 0xffffff00) | noisy_byte(a, noise, exponent_bits, fnuz);
                }});
}

/// Products of the halves of two words, each added with one rounding.
u64 dot(u64 a, u64 b, float sum, bool is_bfloat) {
  for (const unsigned shift : {0U, 16U}) {
    const auto part = [&](u64 word) {
      const u64 bits = word >> shift & 0xffff;
      return is_bfloat ? from_bits<float>(bits << 16) : static_cast<float>(from_bits<half>(bits));
    };
    sum = std::fma(part(a), part(b), sum);
  }
  return to_bits(sum);
}

void add_dots(std::vector<LaneProof>& to) {
  for (const bool is_bfloat : {false, true}) {
    const std::string type = is_bfloat ? "bf16" : "f16";
    const auto formula = [=](u64 a, u64 b, u64 c) {
      return dot(a, b, from_bits<float>(c), is_bfloat);
    };
    to.push_back({"v_dot2_f32_" + type, "f=wwf", formula});
    to.push_back({"v_dot2c_f32_" + type + " v_dot2acc_f32_" + type, "f+ww", formula});
  }
  to.push_back({"v_dot2_f16_f16", "h=wwh", [](u64 a, u64 b, u64 c) {
                  const auto sum =
                      from_bits<float>(dot(a, b, static_cast<float>(from_bits<half>(c)), false));
                  return to_bits(static_cast<half>(sum));
                }});
  to.push_back({"v_dot2_bf16_bf16", "e=wwe", [](u64 a, u64 b, u64 c) {
                  const u64 sum = dot(a, b, value_of_bfloat(c), true);
                  return nearest_bfloat(double{from_bits<float>(sum)});
                }});
  // Sources are floats unless op_sel_hi says otherwise.
  to.push_back({"v_fma_mix_f32 v_mad_mix_f32", "f=fff", [](u64 a, u64 b, u64 c) {
                  return to_bits(
                      std::fma(from_bits<float>(a), from_bits<float>(b), from_bits<float>(c)));
                }});
}

/// Four products of numbers of 8 bits, in the formats of gfx12.
void add_dots_of_bytes(std::vector<LaneProof>& to) {
  for (const int a_bits : {4, 5})
    for (const int b_bits : {4, 5}) {
      const auto name = [](int bits) { return bits == 4 ? "_fp8" : "_bf8"; };
      to.push_back({std::string("v_dot4_f32") + name(a_bits) + name(b_bits), "f=wwf",
                    [=](u64 a, u64 b, u64 c) {
                      double sum = double{from_bits<float>(c)};
                      for (const unsigned shift : {0U, 8U, 16U, 24U})
                        sum += value_of_byte(a >> shift & 0xff, a_bits, false) *
                               value_of_byte(b >> shift & 0xff, b_bits, false);
                      return float_bits(sum);
                    }});
    }
}

}  // namespace

std::vector<LaneProof> small_float_proofs(bool fnuz) {
  std::vector<LaneProof> proofs;
  add_format(proofs, "fp8", 4, fnuz);
  add_format(proofs, "bf8", 5, fnuz);
  return proofs;
}

std::vector<LaneProof> dot_proofs() {
  std::vector<LaneProof> proofs;
  add_dots(proofs);
  add_dots_of_bytes(proofs);
  return proofs;
}

}  // namespace amd_emulator::test
