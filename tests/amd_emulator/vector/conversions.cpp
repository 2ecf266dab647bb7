#include <algorithm>

#include "base/fault.hpp"
#include "execute/float_values.hpp"
#include "execute/vector.hpp"

// Source: AMD, "Vega 7nm Instruction Set Architecture" and "RDNA 2 Instruction Set Architecture",
// chapters on VOP1 and VOP3 instructions.

namespace amd_emulator {
namespace {

u32 pair_of(u64 low, u64 high) { return static_cast<u32>((low & 0xffff) | high << 16); }

template <unsigned number>
Semantics byte_to_float() {
  return vector([](u32 a) { return static_cast<float>(a >> 8 * number & 0xff); });
}

u32 normalised(float a, float scale, i32 least) {
  const float limited = std::fmin(std::fmax(is_nan(a) ? 0.0F : a, least < 0 ? -1.0F : 0.0F), 1.0F);
  return static_cast<u32>(static_cast<i32>(__builtin_roundevenf(limited * scale))) & 0xffff;
}

void add_from_floats(Table& t) {
  t.add("v_cvt_i32_f32", vector([](float a) { return to_integer<i32>(a); }));
  t.add("v_cvt_u32_f32", vector([](float a) { return to_integer<u32>(a); }));
  t.add("v_cvt_i32_f64", vector([](double a) { return to_integer<i32>(a); }));
  t.add("v_cvt_u32_f64", vector([](double a) { return to_integer<u32>(a); }));
  t.add("v_cvt_i16_f16", vector([](half a) { return to_integer<i16>(a); }));
  t.add("v_cvt_u16_f16", vector([](half a) { return to_integer<u16>(a); }));
  t.add("v_cvt_flr_i32_f32", vector([](float a) { return to_integer<i32>(std::floor(a)); }));
  t.add("v_cvt_rpi_i32_f32",
        vector([](float a) { return to_integer<i32>(std::floor(double{a} + 0.5)); }));
  t.alias("v_cvt_floor_i32_f32", "v_cvt_flr_i32_f32");
  t.alias("v_cvt_nearest_i32_f32", "v_cvt_rpi_i32_f32");
  t.add("v_cvt_pk_u8_f32", vector([](float a, u32 place, u32 rest) {
          const u32 shift = 8 * (place & 3);
          return (rest & ~(u32{0xff} << shift)) | u32{to_integer<u8>(a)} << shift;
        }));
  t.add("v_cvt_f64_f32", vector([](float a) { return static_cast<double>(a); }));
  t.add("v_cvt_f32_f64", vector([](double a) { return static_cast<float>(a); }));
  t.add("v_cvt_f16_f32", vector([](float a) { return static_cast<half>(a); }));
  t.add("v_cvt_f32_f16", vector([](half a) { return static_cast<float>(a); }));
}

void add_from_integers(Table& t) {
  t.add("v_cvt_i32_i16", vector([](i16 a) { return i32{a}; }));
  t.add("v_cvt_u32_u16", vector([](u16 a) { return u32{a}; }));
  t.add("v_cvt_f32_i32", vector([](i32 a) { return static_cast<float>(a); }));
  t.add("v_cvt_f32_u32", vector([](u32 a) { return static_cast<float>(a); }));
  t.add("v_cvt_f64_i32", vector([](i32 a) { return static_cast<double>(a); }));
  t.add("v_cvt_f64_u32", vector([](u32 a) { return static_cast<double>(a); }));
  t.add("v_cvt_f16_i16", vector([](i16 a) { return static_cast<half>(a); }));
  t.add("v_cvt_f16_u16", vector([](u16 a) { return static_cast<half>(a); }));
  t.add("v_cvt_f32_ubyte0", byte_to_float<0>());
  t.add("v_cvt_f32_ubyte1", byte_to_float<1>());
  t.add("v_cvt_f32_ubyte2", byte_to_float<2>());
  t.add("v_cvt_f32_ubyte3", byte_to_float<3>());
  t.add("v_cvt_off_f32_i4",
        vector([](u32 a) { return static_cast<float>(static_cast<i32>(a << 28) >> 28) / 16.0F; }));
}

void add_pairs(Table& t) {
  t.add("v_cvt_pkrtz_f16_f32", vector([](float a, float b) {
          return pair_of(to_bits(half_toward_zero(a)), to_bits(half_toward_zero(b)));
        }));
  t.add("v_cvt_pknorm_i16_f32", vector([](float a, float b) {
          return pair_of(normalised(a, 32767, -1), normalised(b, 32767, -1));
        }));
  t.add("v_cvt_pknorm_u16_f32", vector([](float a, float b) {
          return pair_of(normalised(a, 65535, 0), normalised(b, 65535, 0));
        }));
  t.alias("v_cvt_pk_rtz_f16_f32", "v_cvt_pkrtz_f16_f32");
  t.alias("v_cvt_pk_norm_i16_f32", "v_cvt_pknorm_i16_f32");
  t.alias("v_cvt_pk_norm_u16_f32", "v_cvt_pknorm_u16_f32");
  for (const char* name : {"v_cvt_pknorm_i16_f16", "v_cvt_pk_norm_i16_f16"})
    t.add(name, vector([](half a, half b) {
            return pair_of(normalised(float{a}, 32767, -1), normalised(float{b}, 32767, -1));
          }));
  for (const char* name : {"v_cvt_pknorm_u16_f16", "v_cvt_pk_norm_u16_f16"})
    t.add(name, vector([](half a, half b) {
            return pair_of(normalised(float{a}, 65535, 0), normalised(float{b}, 65535, 0));
          }));
  t.add("v_cvt_norm_i16_f16",
        vector([](half a) { return static_cast<u16>(normalised(float{a}, 32767, -1)); }));
  t.add("v_cvt_norm_u16_f16",
        vector([](half a) { return static_cast<u16>(normalised(float{a}, 65535, 0)); }));
  t.add("v_cvt_pk_i16_f32", vector([](float a, float b) {
          return pair_of(static_cast<u64>(to_integer<i16>(a)),
                         static_cast<u64>(to_integer<i16>(b)));
        }));
  t.add("v_cvt_pk_u16_f32",
        vector([](float a, float b) { return pair_of(to_integer<u16>(a), to_integer<u16>(b)); }));
  t.add("v_cvt_pk_u16_u32", vector([](u32 a, u32 b) {
          return pair_of(std::min<u32>(a, 0xffff), std::min<u32>(b, 0xffff));
        }));
  t.add("v_cvt_pk_i16_i32", vector([](i32 a, i32 b) {
          const auto limited = [](i32 x) { return static_cast<u64>(std::clamp(x, -32768, 32767)); };
          return pair_of(limited(a), limited(b));
        }));
}

}  // namespace

void add_conversions(Table& t) {
  add_from_floats(t);
  add_from_integers(t);
  add_pairs(t);
}

}  // namespace amd_emulator
