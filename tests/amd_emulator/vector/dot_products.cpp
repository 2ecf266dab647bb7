#include <algorithm>

#include "base/fault.hpp"
#include "execute/float_values.hpp"
#include "execute/small_floats.hpp"
#include "execute/vector.hpp"

// Sums of products of the parts of registers. Source: AMD, "Vega 7nm", "MI200", "MI300", "RDNA 3"
// and "RDNA 4" instruction set documents, chapter on VOP3P instructions.

namespace amd_emulator {
namespace {

enum class Signs : u8 { none, both, by_modifier };

/// The last operand is the addend, or with `accumulates` the destination.
struct DotSources {
  LaneBuffer buffers[3];
  const u32* in[3];

  DotSources(Wave& wave, const Instruction& i, bool accumulates) {
    in[0] = fetch<u32>(wave, i, 1, buffers[0]);
    in[1] = fetch<u32>(wave, i, 2, buffers[1]);
    in[2] =
        accumulates ? wave.vector_register(i.operand[0].index) : fetch<u32>(wave, i, 3, buffers[2]);
  }
};

i64 part_of(u32 word, unsigned bits, unsigned number, bool is_signed) {
  const u32 part = word >> bits * number << (32 - bits);
  return is_signed ? i64{static_cast<i32>(part) >> (32 - bits)} : i64{part >> (32 - bits)};
}

template <unsigned bits, Signs signs, bool accumulates>
void run_integers(Wave& wave, const Instruction& instruction) {
  const DotSources sources(wave, instruction, accumulates);
  const auto is_signed = [&](unsigned source) {
    return signs == Signs::both ||
           (signs == Signs::by_modifier && (instruction.negate_low >> source & 1) != 0);
  };
  const bool signed_a = is_signed(0);
  const bool signed_b = is_signed(1);
  LaneBuffer result;
  for (unsigned lane = 0; lane < max_lanes; ++lane) {
    const u32 addend = sources.in[2][lane];
    i64 sum = signs == Signs::none ? i64{addend} : i64{static_cast<i32>(addend)};
    for (unsigned part = 0; part < 32 / bits; ++part) {
      sum += part_of(sources.in[0][lane], bits, part, signed_a) *
             part_of(sources.in[1][lane], bits, part, signed_b);
    }
    if (instruction.clamp) {
      sum = signs == Signs::none ? std::min<i64>(sum, UINT32_MAX)
                                 : std::clamp<i64>(sum, INT32_MIN, INT32_MAX);
    }
    result.words[lane] = static_cast<u32>(sum);
  }
  commit<u32>(wave, instruction, 0, result);
}

struct HalfPart {
  static float of(u32 bits) { return static_cast<float>(from_bits<half>(bits)); }
  static u32 to(float value) { return std::bit_cast<u16>(static_cast<half>(value)); }
};

struct BfloatPart {
  static float of(u32 bits) { return from_bfloat(bits); }
  static u32 to(float value) { return to_bfloat(value); }
};

/// A part chosen by op_sel and op_sel_hi, with its sign.
template <typename Part>
float chosen(const Instruction& i, unsigned source, bool second, u32 word) {
  const unsigned select = second ? i.select_high : i.select;
  const unsigned negate = second ? i.negate_high : i.negate_low;
  const float value = Part::of((select >> source & 1) != 0 ? word >> 16 : word & 0xffff);
  return (negate >> source & 1) != 0 ? -value : value;
}

/// @tparam Part    the type of the factors
/// @tparam single  addend and result are float, not of the factors' type
template <typename Part, bool single, bool accumulates>
void run_pairs(Wave& wave, const Instruction& instruction) {
  const DotSources sources(wave, instruction, accumulates);
  LaneBuffer result;
  for (unsigned lane = 0; lane < max_lanes; ++lane) {
    const u32 a = sources.in[0][lane];
    const u32 b = sources.in[1][lane];
    const u32 c = sources.in[2][lane];
    float sum = single ? std::bit_cast<float>(c) : Part::of(c & 0xffff);
    if constexpr (single)
      if ((instruction.negate_low >> 2 & 1) != 0) sum = -sum;
    for (const bool second : {false, true})
      sum = fused(chosen<Part>(instruction, 0, second, a), chosen<Part>(instruction, 1, second, b),
                  sum);
    if (instruction.clamp) sum = sum > 0 ? std::min(sum, 1.0F) : 0.0F;
    result.words[lane] = single ? std::bit_cast<u32>(sum) : Part::to(sum);
  }
  if constexpr (single)
    commit<u32>(wave, instruction, 0, result);
  else
    commit<half>(wave, instruction, 0, result);
}

/// Four numbers of 8 bits in each factor. @tparam wide_a, wide_b  E5M2 instead of E4M3
template <bool wide_a, bool wide_b>
void run_bytes(Wave& wave, const Instruction& instruction) {
  const DotSources sources(wave, instruction, false);
  LaneBuffer result;
  for (unsigned lane = 0; lane < max_lanes; ++lane) {
    double sum = double{std::bit_cast<float>(sources.in[2][lane])};
    for (unsigned byte = 0; byte < 4; ++byte)
      sum += double{from_8_bits(sources.in[0][lane] >> 8 * byte, format_8(false, wide_a))} *
             double{from_8_bits(sources.in[1][lane] >> 8 * byte, format_8(false, wide_b))};
    result.words[lane] = std::bit_cast<u32>(static_cast<float>(sum));
  }
  commit<u32>(wave, instruction, 0, result);
}

/// Constants of the addend are floats; factors and integers are words.
template <bool accumulates, typename Addend>
void prepare_dot(Instruction& instruction, const Preparation& with) {
  prepare_source<u32>(instruction, 1, with);
  prepare_source<u32>(instruction, 2, with);
  if constexpr (!accumulates) prepare_source<Addend>(instruction, 3, with);
}

template <unsigned bits, Signs signs, bool accumulates = false>
constexpr Semantics integers{.run = run_integers<bits, signs, accumulates>,
                             .prepare = prepare_dot<accumulates, u32>};
template <typename Part, bool single, bool accumulates = false>
constexpr Semantics pairs{.run = run_pairs<Part, single, accumulates>,
                          .prepare = prepare_dot<accumulates, float>};
template <bool wide_a, bool wide_b>
constexpr Semantics bytes{.run = run_bytes<wide_a, wide_b>, .prepare = prepare_dot<false, float>};

}  // namespace

void add_dot_products(Table& t) {
  t.add("v_dot4_i32_i8", integers<8, Signs::both>);
  t.add("v_dot4_u32_u8", integers<8, Signs::none>);
  t.add("v_dot8_i32_i4", integers<4, Signs::both>);
  t.add("v_dot8_u32_u4", integers<4, Signs::none>);
  t.add("v_dot2_i32_i16", integers<16, Signs::both>);
  t.add("v_dot2_u32_u16", integers<16, Signs::none>);
  t.add("v_dot4_i32_iu8", integers<8, Signs::by_modifier>);
  t.add("v_dot8_i32_iu4", integers<4, Signs::by_modifier>);
  t.add("v_dot4c_i32_i8", integers<8, Signs::both, true>);
  t.add("v_dot8c_i32_i4", integers<4, Signs::both, true>);
  t.add("v_dot2c_i32_i16", integers<16, Signs::both, true>);
  t.add("v_dot2_f32_f16", pairs<HalfPart, true>);
  for (const char* name : {"v_dot2c_f32_f16", "v_dot2acc_f32_f16"})
    t.add(name, pairs<HalfPart, true, true>);
  t.add("v_dot2_f32_bf16", pairs<BfloatPart, true>);
  for (const char* name : {"v_dot2c_f32_bf16", "v_dot2acc_f32_bf16"})
    t.add(name, pairs<BfloatPart, true, true>);
  t.add("v_dot2_f16_f16", pairs<HalfPart, false>);
  t.add("v_dot2_bf16_bf16", pairs<BfloatPart, false>);
  t.add("v_dot4_f32_fp8_fp8", bytes<false, false>);
  t.add("v_dot4_f32_fp8_bf8", bytes<false, true>);
  t.add("v_dot4_f32_bf8_fp8", bytes<true, false>);
  t.add("v_dot4_f32_bf8_bf8", bytes<true, true>);
}

}  // namespace amd_emulator
