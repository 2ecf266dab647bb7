#include "base/fault.hpp"
#include "execute/vector.hpp"

// Source: AMD, "Vega 7nm Instruction Set Architecture" and "RDNA 2 Instruction Set Architecture",
// chapters on VOP1, VOP2 and VOP3 instructions.

namespace amd_emulator {
namespace {

u32 reverse(u32 a) {
  a = (a >> 1 & 0x55555555) | (a & 0x55555555) << 1;
  a = (a >> 2 & 0x33333333) | (a & 0x33333333) << 2;
  a = (a >> 4 & 0x0f0f0f0f) | (a & 0x0f0f0f0f) << 4;
  return __builtin_bswap32(a);
}

u32 field(u32 value, u32 offset, u32 width) {
  return value >> (offset & 31) & static_cast<u32>(low_bits(width & 31));
}

i32 signed_field(i32 value, u32 offset, u32 width) {
  offset &= 31;
  width &= 31;
  if (width == 0) return 0;
  if (offset + width >= 32) return value >> offset;
  return static_cast<i32>(static_cast<u32>(value) << (32 - offset - width)) >> (32 - width);
}

/// A byte of the eight of high and low, or a sign, or a constant.
u32 permuted_byte(u32 high, u32 low, u32 selector) {
  const u64 bytes = join(low, high);
  if (selector < 8) return static_cast<u32>(bytes >> 8 * selector & 0xff);
  if (selector < 12) return (bytes >> (16 * (selector - 8) + 15) & 1) != 0 ? 0xff : 0;
  return selector == 12 ? 0 : 0xff;
}

u32 permute(u32 high, u32 low, u32 selectors) {
  u32 result = 0;
  for (unsigned i = 0; i < 4; ++i)
    result |= permuted_byte(high, low, selectors >> 8 * i & 0xff) << 8 * i;
  return result;
}

void add_logic(Table& t) {
  t.add("v_mov_b32", vector([](u32 a) { return a; }));
  t.add("v_mov_b64", vector([](u64 a) { return a; }));
  t.add("v_accvgpr_read_b32", vector([](u32 a) { return a; }));
  t.add("v_accvgpr_write_b32", vector([](u32 a) { return a; }));
  t.add("v_accvgpr_mov_b32", vector([](u32 a) { return a; }));
  t.add("v_not_b32", vector([](u32 a) { return ~a; }));
  t.add("v_and_b32", vector([](u32 a, u32 b) { return a & b; }));
  t.add("v_or_b32", vector([](u32 a, u32 b) { return a | b; }));
  t.add("v_xor_b32", vector([](u32 a, u32 b) { return a ^ b; }));
  t.add("v_xnor_b32", vector([](u32 a, u32 b) { return ~(a ^ b); }));
  t.add("v_mov_b16", vector([](u16 a) { return a; }));
  t.add("v_not_b16", vector([](u16 a) { return static_cast<u16>(~a); }));
  t.add("v_and_b16", vector([](u16 a, u16 b) { return static_cast<u16>(a & b); }));
  t.add("v_or_b16", vector([](u16 a, u16 b) { return static_cast<u16>(a | b); }));
  t.add("v_xor_b16", vector([](u16 a, u16 b) { return static_cast<u16>(a ^ b); }));
  t.add("v_and_or_b32", vector([](u32 a, u32 b, u32 c) { return (a & b) | c; }));
  t.add("v_or3_b32", vector([](u32 a, u32 b, u32 c) { return a | b | c; }));
  t.add("v_xor3_b32", vector([](u32 a, u32 b, u32 c) { return a ^ b ^ c; }));
  t.add("v_xad_u32", vector([](u32 a, u32 b, u32 c) { return (a ^ b) + c; }));
  t.add("v_bfi_b32", vector([](u32 a, u32 b, u32 c) { return (a & b) | (~a & c); }));
}

void add_shifts(Table& t) {
  t.add("v_lshlrev_b32", vector([](u32 a, u32 b) { return b << (a & 31); }));
  t.add("v_lshrrev_b32", vector([](u32 a, u32 b) { return b >> (a & 31); }));
  t.add("v_ashrrev_i32", vector([](u32 a, i32 b) { return b >> (a & 31); }));
  t.add("v_lshlrev_b64", vector([](u32 a, u64 b) { return b << (a & 63); }));
  t.add("v_lshrrev_b64", vector([](u32 a, u64 b) { return b >> (a & 63); }));
  t.add("v_ashrrev_i64", vector([](u32 a, i64 b) { return b >> (a & 63); }));
  t.add("v_lshlrev_b16", vector([](u16 a, u16 b) { return static_cast<u16>(b << (a & 15)); }));
  t.add("v_lshrrev_b16", vector([](u16 a, u16 b) { return static_cast<u16>(b >> (a & 15)); }));
  t.add("v_ashrrev_i16", vector([](u16 a, i16 b) { return static_cast<i16>(b >> (a & 15)); }));
  t.add("v_lshl_add_u32", vector([](u32 a, u32 b, u32 c) { return (a << (b & 31)) + c; }));
  t.add("v_lshl_add_u64", vector([](u64 a, u32 b, u64 c) { return (a << (b & 7)) + c; }));
  t.add("v_add_lshl_u32", vector([](u32 a, u32 b, u32 c) { return (a + b) << (c & 31); }));
  t.add("v_lshl_or_b32", vector([](u32 a, u32 b, u32 c) { return (a << (b & 31)) | c; }));
  t.add("v_alignbit_b32",
        vector([](u32 a, u32 b, u32 c) { return low_word(join(b, a) >> (c & 31)); }));
  t.add("v_alignbyte_b32",
        vector([](u32 a, u32 b, u32 c) { return low_word(join(b, a) >> 8 * (c & 3)); }));
}

void add_fields(Table& t) {
  t.add("v_bfe_u32", vector([](u32 a, u32 b, u32 c) { return field(a, b, c); }));
  t.add("v_bfe_i32", vector([](i32 a, u32 b, u32 c) { return signed_field(a, b, c); }));
  t.add("v_bfm_b32",
        vector([](u32 a, u32 b) { return static_cast<u32>(low_bits(a & 31)) << (b & 31); }));
  t.add("v_perm_b32", vector([](u32 a, u32 b, u32 c) { return permute(a, b, c); }));
  t.add("v_bfrev_b32", vector([](u32 a) { return reverse(a); }));
  t.add("v_bcnt_u32_b32",
        vector([](u32 a, u32 b) { return static_cast<u32>(std::popcount(a)) + b; }));
  t.add("v_ffbh_u32", vector([](u32 a) { return a == 0 ? -1 : std::countl_zero(a); }));
  t.add("v_ffbl_b32", vector([](u32 a) { return a == 0 ? -1 : std::countr_zero(a); }));
  t.add("v_ffbh_i32", vector([](i32 a) {
          const auto bits = static_cast<u32>(a < 0 ? ~a : a);
          return bits == 0 ? -1 : std::countl_zero(bits);
        }));
  t.alias("v_clz_i32_u32", "v_ffbh_u32");
  t.alias("v_ctz_i32_b32", "v_ffbl_b32");
  t.alias("v_cls_i32", "v_ffbh_i32");
  t.add("v_sat_pk_u8_i16", vector([](u32 a) {
          const auto low = static_cast<i16>(a);
          const auto high = static_cast<i16>(a >> 16);
          const auto limited = [](i16 x) {
            return static_cast<u32>(x < 0 ? 0 : x > 255 ? 255 : x);
          };
          return limited(low) | limited(high) << 8;
        }));
  t.add("v_pack_b32_f16", vector([](u16 a, u16 b) { return u32{a} | u32{b} << 16; }));
}

}  // namespace

void add_integer_bits(Table& t) {
  add_logic(t);
  add_shifts(t);
  add_fields(t);
}

}  // namespace amd_emulator
