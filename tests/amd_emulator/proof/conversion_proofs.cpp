// Conversions between types.

#include <algorithm>
#include <cfenv>
#include <cmath>

#include "execute/values.hpp"
#include "proof/lane_proof.hpp"

namespace amd_emulator::test {
namespace {

long double single(u64 bits) { return static_cast<long double>(from_bits<float>(bits)); }
long double wide(u64 bits) { return static_cast<long double>(from_bits<double>(bits)); }
long double narrow(u64 bits) { return static_cast<long double>(from_bits<half>(bits)); }

/// A whole number between two bounds, as the lowest bits; NaN becomes 0.
u64 limited(long double value, long double least, long double greatest, unsigned bits) {
  if (std::isnan(value)) return 0;
  return static_cast<u64>(static_cast<i64>(std::clamp(std::trunc(value), least, greatest))) &
         low_bits(bits);
}
u64 to_signed(long double value, unsigned bits) {
  const long double bound = std::ldexp(1.0L, static_cast<int>(bits) - 1);
  return limited(value, -bound, bound - 1, bits);
}
u64 to_unsigned(long double value, unsigned bits) {
  return limited(value, 0, std::ldexp(1.0L, static_cast<int>(bits)) - 1, bits);
}

/// A half towards zero, found by trying its neighbours.
u64 half_towards_zero(u64 bits) {
  const long double value = single(bits);
  u64 result = to_bits(static_cast<half>(from_bits<float>(bits)));
  if (std::isnan(value)) return result;
  while (std::fabs(narrow(result)) > std::fabs(value)) --result;
  return result;
}

/// A number from -1 or 0 to 1 as a share of the greatest integer.
u64 share(long double value, long double scale, bool is_signed) {
  if (std::isnan(value)) return 0;
  const long double inside = std::clamp(value, is_signed ? -1.0L : 0.0L, 1.0L);
  const auto scaled = static_cast<float>(inside) * static_cast<float>(scale);
  return static_cast<u64>(static_cast<i64>(std::nearbyint(scaled))) & 0xffff;
}

void add_integers(std::vector<LaneProof>& to) {
  to.push_back({"v_cvt_i32_f32", "w=f", [](u64 a, u64, u64) { return to_signed(single(a), 32); }});
  to.push_back(
      {"v_cvt_u32_f32", "w=f", [](u64 a, u64, u64) { return to_unsigned(single(a), 32); }});
  to.push_back({"v_cvt_i32_f64", "w=g", [](u64 a, u64, u64) { return to_signed(wide(a), 32); }});
  to.push_back({"v_cvt_u32_f64", "w=g", [](u64 a, u64, u64) { return to_unsigned(wide(a), 32); }});
  to.push_back({"v_cvt_i16_f16", "b=h", [](u64 a, u64, u64) { return to_signed(narrow(a), 16); }});
  to.push_back(
      {"v_cvt_u16_f16", "b=h", [](u64 a, u64, u64) { return to_unsigned(narrow(a), 16); }});
  to.push_back({"v_cvt_flr_i32_f32 v_cvt_floor_i32_f32", "w=f",
                [](u64 a, u64, u64) { return to_signed(std::floor(single(a)), 32); }});
  to.push_back({"v_cvt_rpi_i32_f32 v_cvt_nearest_i32_f32", "w=f",
                [](u64 a, u64, u64) { return to_signed(std::floor(single(a) + 0.5L), 32); }});
  to.push_back({"v_cvt_pk_u8_f32", "w=fww", [](u64 a, u64 b, u64 c) {
                  const u64 shift = 8 * (b % 4);
                  return (c & ~(u64{0xff} << shift)) + (to_unsigned(single(a), 8) << shift);
                }});
  to.push_back(
      {"v_cvt_i32_i16", "w=b", [](u64 a, u64, u64) { return a + (a >= 0x8000 ? 0xffff0000 : 0); }});
  to.push_back({"v_cvt_u32_u16", "w=b", [](u64 a, u64, u64) { return a; }});
}

void add_floats(std::vector<LaneProof>& to) {
  const auto as_float = [](long double value) { return to_bits(static_cast<float>(value)); };
  const auto sign_of = [](u64 a, unsigned bits) {
    return static_cast<long double>(static_cast<i64>(a << (64 - bits)) >> (64 - bits));
  };
  to.push_back({"v_cvt_f64_f32", "g=f",
                [](u64 a, u64, u64) { return to_bits(static_cast<double>(single(a))); }});
  to.push_back({"v_cvt_f32_f64", "f=g", [=](u64 a, u64, u64) { return as_float(wide(a)); }});
  to.push_back({"v_cvt_f16_f32", "h=f",
                [](u64 a, u64, u64) { return to_bits(static_cast<half>(single(a))); }});
  to.push_back({"v_cvt_f32_f16", "f=h", [=](u64 a, u64, u64) { return as_float(narrow(a)); }});
  to.push_back({"v_cvt_f32_i32", "f=w", [=](u64 a, u64, u64) { return as_float(sign_of(a, 32)); }});
  to.push_back({"v_cvt_f32_u32", "f=w",
                [=](u64 a, u64, u64) { return as_float(static_cast<long double>(a)); }});
  to.push_back({"v_cvt_f64_i32", "g=w",
                [=](u64 a, u64, u64) { return to_bits(static_cast<double>(sign_of(a, 32))); }});
  to.push_back(
      {"v_cvt_f64_u32", "g=w", [](u64 a, u64, u64) { return to_bits(static_cast<double>(a)); }});
  to.push_back({"v_cvt_f16_i16", "h=b",
                [=](u64 a, u64, u64) { return to_bits(static_cast<half>(sign_of(a, 16))); }});
  to.push_back({"v_cvt_f16_u16", "h=b", [](u64 a, u64, u64) {
                  return to_bits(static_cast<half>(static_cast<long double>(a)));
                }});
  for (unsigned byte = 0; byte < 4; ++byte)
    to.push_back({"v_cvt_f32_ubyte" + std::to_string(byte), "f=w", [=](u64 a, u64, u64) {
                    return as_float(static_cast<long double>(a >> 8 * byte & 0xff));
                  }});
  to.push_back(
      {"v_cvt_off_f32_i4", "f=w", [=](u64 a, u64, u64) { return as_float(sign_of(a, 4) / 16); }});
}

void add_pairs(std::vector<LaneProof>& to) {
  const auto pair = [](auto function) {
    return [=](u64 a, u64 b, u64) { return function(a) + (function(b) << 16); };
  };
  to.push_back({"v_cvt_pkrtz_f16_f32 v_cvt_pk_rtz_f16_f32", "w=ff", pair(half_towards_zero)});
  to.push_back({"v_cvt_pknorm_i16_f32 v_cvt_pk_norm_i16_f32", "w=ff",
                pair([](u64 a) { return share(single(a), 32767, true); })});
  to.push_back({"v_cvt_pknorm_u16_f32 v_cvt_pk_norm_u16_f32", "w=ff",
                pair([](u64 a) { return share(single(a), 65535, false); })});
  to.push_back({"v_cvt_pknorm_i16_f16 v_cvt_pk_norm_i16_f16", "w=hh",
                pair([](u64 a) { return share(narrow(a), 32767, true); })});
  to.push_back({"v_cvt_pknorm_u16_f16 v_cvt_pk_norm_u16_f16", "w=hh",
                pair([](u64 a) { return share(narrow(a), 65535, false); })});
  to.push_back(
      {"v_cvt_norm_i16_f16", "b=h", [](u64 a, u64, u64) { return share(narrow(a), 32767, true); }});
  to.push_back({"v_cvt_norm_u16_f16", "b=h",
                [](u64 a, u64, u64) { return share(narrow(a), 65535, false); }});
  to.push_back({"v_cvt_pk_i16_f32", "w=ff", pair([](u64 a) { return to_signed(single(a), 16); })});
  to.push_back(
      {"v_cvt_pk_u16_f32", "w=ff", pair([](u64 a) { return to_unsigned(single(a), 16); })});
  to.push_back({"v_cvt_pk_u16_u32", "w=ww", pair([](u64 a) { return std::min<u64>(a, 0xffff); })});
  to.push_back({"v_cvt_pk_i16_i32", "w=ww", pair([](u64 a) {
                  return to_signed(static_cast<long double>(static_cast<i32>(a)), 16);
                })});
}

}  // namespace

std::vector<LaneProof> conversion_proofs() {
  std::vector<LaneProof> proofs;
  add_integers(proofs);
  add_floats(proofs);
  add_pairs(proofs);
  return proofs;
}

}  // namespace amd_emulator::test
