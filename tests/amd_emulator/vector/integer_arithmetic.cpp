#include <algorithm>

#include "base/fault.hpp"
#include "execute/vector.hpp"

// Source: AMD, "Vega 7nm Instruction Set Architecture" and "RDNA 2 Instruction Set Architecture",
// chapters on VOP1, VOP2 and VOP3 instructions.

namespace amd_emulator {
namespace {

constexpr u32 low_24(u32 a) { return a & 0xffffff; }
constexpr i32 signed_24(u32 a) { return static_cast<i32>(a << 8) >> 8; }

template <typename T>
T middle(T a, T b, T c) {
  return std::max(std::min(a, b), std::min(std::max(a, b), c));
}

/// With clamp the result is the nearest value of the type.
template <typename T, typename F>
struct Saturated {
  T operator()(T a, T b) const {
    const i64 exact = F{}(i64{a}, i64{b});
    return static_cast<T>(
        std::clamp(exact, i64{std::numeric_limits<T>::min()}, i64{std::numeric_limits<T>::max()}));
  }
};

template <typename T, typename F>
struct Wrapped {
  T operator()(T a, T b) const { return static_cast<T>(F{}(i64{a}, i64{b})); }
};

/// Sums and differences, which wrap around or with clamp saturate.
template <typename T, typename F>
Semantics clampable(F) {
  using Arguments = std::tuple<T, T>;
  constexpr Arguments* arguments = nullptr;
  static const Semantics wrapped = vector_semantics<Wrapped<T, F>, false, 1>(arguments);
  static const Semantics saturated = vector_semantics<Saturated<T, F>, false, 1>(arguments);
  return {.run = wrapped.run, .prepare = [](Instruction& instruction, const Preparation& with) {
            const bool clamp = std::exchange(instruction.clamp, false);
            wrapped.prepare(instruction, with);
            if (clamp) instruction.run = saturated.run;
          }};
}

template <typename T>
void add_sums(Table& t, std::initializer_list<const char*> sums,
              std::initializer_list<const char*> differences,
              std::initializer_list<const char*> reversed) {
  for (const char* name : sums) t.add(name, clampable<T>([](i64 a, i64 b) { return a + b; }));
  for (const char* name : differences)
    t.add(name, clampable<T>([](i64 a, i64 b) { return a - b; }));
  for (const char* name : reversed) t.add(name, clampable<T>([](i64 a, i64 b) { return b - a; }));
}

void add_products(Table& t) {
  t.add("v_mul_lo_u32", vector([](u32 a, u32 b) { return a * b; }));
  t.add("v_mul_lo_i32", vector([](u32 a, u32 b) { return a * b; }));
  t.add("v_mul_hi_u32", vector([](u32 a, u32 b) { return high_word(u64{a} * b); }));
  t.add("v_mul_hi_i32",
        vector([](i32 a, i32 b) { return static_cast<u32>(i64{a} * i64{b} >> 32); }));
  t.add("v_mul_u32_u24", vector([](u32 a, u32 b) { return low_24(a) * low_24(b); }));
  t.add("v_mul_hi_u32_u24",
        vector([](u32 a, u32 b) { return high_word(u64{low_24(a)} * low_24(b)); }));
  t.add("v_mul_i32_i24",
        vector([](u32 a, u32 b) { return static_cast<u32>(i64{signed_24(a)} * signed_24(b)); }));
  t.add("v_mul_hi_i32_i24", vector([](u32 a, u32 b) {
          return static_cast<u32>(i64{signed_24(a)} * signed_24(b) >> 32);
        }));
  t.add("v_mad_u32_u24", vector([](u32 a, u32 b, u32 c) { return low_24(a) * low_24(b) + c; }));
  t.add("v_mad_i32_i24", vector([](u32 a, u32 b, u32 c) {
          return static_cast<u32>(i64{signed_24(a)} * signed_24(b)) + c;
        }));
  t.add("v_mad_u32_u16", vector([](u16 a, u16 b, u32 c) { return u32{a} * b + c; }));
  t.add("v_mad_i32_i16",
        vector([](i16 a, i16 b, u32 c) { return static_cast<u32>(i32{a} * b) + c; }));
  t.add("v_mul_lo_u16", vector([](u16 a, u16 b) { return static_cast<u16>(u32{a} * b); }));
  for (const char* name : {"v_mad_u16", "v_mad_legacy_u16", "v_mad_i16", "v_mad_legacy_i16"})
    t.add(name, vector([](u16 a, u16 b, u16 c) { return static_cast<u16>(u32{a} * b + c); }));
}

template <typename T>
void add_extremes(Table& t, const std::string& type) {
  t.add("v_min_" + type, vector([](T a, T b) { return std::min(a, b); }));
  t.add("v_max_" + type, vector([](T a, T b) { return std::max(a, b); }));
  t.add("v_min3_" + type, vector([](T a, T b, T c) { return std::min(std::min(a, b), c); }));
  t.add("v_max3_" + type, vector([](T a, T b, T c) { return std::max(std::max(a, b), c); }));
  t.add("v_med3_" + type, vector([](T a, T b, T c) { return middle(a, b, c); }));
  t.add("v_minmax_" + type, vector([](T a, T b, T c) { return std::max(std::min(a, b), c); }));
  t.add("v_maxmin_" + type, vector([](T a, T b, T c) { return std::min(std::max(a, b), c); }));
}

u32 byte_of(u32 word, unsigned number) { return word >> 8 * number & 0xff; }

u32 distance(u32 a, u32 b) { return a > b ? a - b : b - a; }

void add_sums_of_products(Table& t) {
  t.add("v_sad_u8", vector([](u32 a, u32 b, u32 c) {
          for (unsigned i = 0; i < 4; ++i) c += distance(byte_of(a, i), byte_of(b, i));
          return c;
        }));
  t.add("v_sad_hi_u8", vector([](u32 a, u32 b, u32 c) {
          u32 sum = 0;
          for (unsigned i = 0; i < 4; ++i) sum += distance(byte_of(a, i), byte_of(b, i));
          return (sum << 16) + c;
        }));
  t.add("v_sad_u16", vector([](u32 a, u32 b, u32 c) {
          return distance(a & 0xffff, b & 0xffff) + distance(a >> 16, b >> 16) + c;
        }));
  t.add("v_sad_u32", vector([](u32 a, u32 b, u32 c) { return distance(a, b) + c; }));
}

}  // namespace

void add_integer_arithmetic(Table& t) {
  // v_add_u32 of gfx9 has no carry; v_add_nc_u32 is its name since gfx10.
  add_sums<u32>(t, {"v_add_u32", "v_add_nc_u32"}, {"v_sub_u32", "v_sub_nc_u32"},
                {"v_subrev_u32", "v_subrev_nc_u32"});
  add_sums<i32>(t, {"v_add_i32", "v_add_nc_i32"}, {"v_sub_i32", "v_sub_nc_i32"}, {});
  add_sums<u16>(t, {"v_add_u16", "v_add_nc_u16"}, {"v_sub_u16", "v_sub_nc_u16"}, {"v_subrev_u16"});
  add_sums<i16>(t, {"v_add_i16", "v_add_nc_i16"}, {"v_sub_i16", "v_sub_nc_i16"}, {});
  t.add("v_add3_u32", vector([](u32 a, u32 b, u32 c) { return a + b + c; }));
  add_products(t);
  add_extremes<i32>(t, "i32");
  add_extremes<u32>(t, "u32");
  add_extremes<i16>(t, "i16");
  add_extremes<u16>(t, "u16");
  add_sums_of_products(t);
}

}  // namespace amd_emulator
