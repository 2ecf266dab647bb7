#include <cmath>

#include "base/fault.hpp"
#include "execute/vector.hpp"

// Source: AMD, "Vega 7nm Instruction Set Architecture" and "RDNA 2 Instruction Set Architecture",
// chapter on VOPC instructions.

namespace amd_emulator {
namespace {

/// Packs one byte of 0 or 1 for each lane.
u64 pack(const u8* flags) {
  u64 mask = 0;
  for (unsigned group = 0; group < 8; ++group) {
    u64 bytes = 0;
    std::memcpy(&bytes, flags + 8 * group, 8);
    mask |= (bytes * 0x0102040810204080 >> 56) << 8 * group;
  }
  return mask;
}

enum class Writes : u8 { mask, mask_and_exec };

/// The sources are the last two operands; the first, if there are three, is the mask.
template <typename A, typename B, typename F, Writes writes>
void run_compare(Wave& wave, const Instruction& instruction) {
  std::optional<FloatModeGuard> guard;
  if constexpr (is_float<A>)
    if (!wave.mode.is_default()) guard.emplace(wave.mode, std::is_same_v<A, float>);
  LaneBuffer buffers[2];
  const unsigned last = instruction.operands - 1U;
  const u32* const a = fetch<A>(wave, instruction, last - 1, buffers[0]);
  const u32* const b = fetch<B>(wave, instruction, last, buffers[1]);
  alignas(64) u8 flags[max_lanes];
  for (unsigned lane = 0; lane < max_lanes; ++lane)
    flags[lane] = F{}(get<A>(a, lane), get<B>(b, lane)) ? 1 : 0;
  const u64 mask = pack(flags) & writing_lanes(wave, instruction);
  if (last > 1) write_mask(wave, instruction.operand[0], mask);
  if constexpr (writes == Writes::mask_and_exec)
    wave.set_pair(exec_register, mask | (wave.pair(exec_register) & ~wave.all_lanes));
}

template <typename A, typename B>
void prepare_compare(Instruction& instruction, const Preparation& with) {
  const unsigned last = instruction.operands - 1U;
  if (last < 2 && instruction.select != 0) throw Fault("op_sel is not emulated for it");
  prepare_source<A>(instruction, last - 1, with);
  prepare_source<B>(instruction, last, with);
}

template <typename A, typename B = A, typename F>
void add(Table& t, const std::string& name, F) {
  t.add("v_cmp_" + name,
        {.run = run_compare<A, B, F, Writes::mask>, .prepare = prepare_compare<A, B>});
  t.add("v_cmpx_" + name,
        {.run = run_compare<A, B, F, Writes::mask_and_exec>, .prepare = prepare_compare<A, B>});
}

template <typename T>
void add_all(Table& t, const std::string& type) {
  add<T>(t, "f_" + type, [](T, T) { return false; });
  add<T>(t, "lt_" + type, [](T a, T b) { return a < b; });
  add<T>(t, "eq_" + type, [](T a, T b) { return a == b; });
  add<T>(t, "le_" + type, [](T a, T b) { return a <= b; });
  add<T>(t, "gt_" + type, [](T a, T b) { return a > b; });
  add<T>(t, "ge_" + type, [](T a, T b) { return a >= b; });
  if constexpr (is_float<T>) {
    add<T>(t, "lg_" + type, [](T a, T b) { return a < b || a > b; });
    add<T>(t, "o_" + type, [](T a, T b) { return a == a && b == b; });
    add<T>(t, "u_" + type, [](T a, T b) { return a != a || b != b; });
    add<T>(t, "nge_" + type, [](T a, T b) { return !(a >= b); });
    add<T>(t, "nlg_" + type, [](T a, T b) { return !(a < b || a > b); });
    add<T>(t, "ngt_" + type, [](T a, T b) { return !(a > b); });
    add<T>(t, "nle_" + type, [](T a, T b) { return !(a <= b); });
    add<T>(t, "neq_" + type, [](T a, T b) { return a != b; });
    add<T>(t, "nlt_" + type, [](T a, T b) { return !(a < b); });
    add<T>(t, "tru_" + type, [](T, T) { return true; });
  } else {
    add<T>(t, "ne_" + type, [](T a, T b) { return a != b; });
    add<T>(t, "t_" + type, [](T, T) { return true; });
  }
}

/// The class of a number as one bit: of the masks of v_cmp_class.
template <typename T>
u32 class_of(T value) {
  const u64 bits = to_bits(value);
  constexpr unsigned fraction_bits = sizeof(T) == 8 ? 52 : sizeof(T) == 4 ? 23 : 10;
  constexpr u64 sign = u64{1} << (8 * sizeof(T) - 1);
  constexpr u64 infinity = (sign - 1) & ~low_bits(fraction_bits);
  const u64 magnitude = bits & (sign - 1);
  const bool negative = (bits & sign) != 0;
  if (magnitude > infinity) return (bits >> (fraction_bits - 1) & 1) != 0 ? 2 : 1;
  if (magnitude == infinity) return negative ? 1U << 2 : 1U << 9;
  if (magnitude == 0) return negative ? 1U << 5 : 1U << 6;
  if (magnitude <= low_bits(fraction_bits)) return negative ? 1U << 4 : 1U << 7;
  return negative ? 1U << 3 : 1U << 8;
}

}  // namespace

void add_compares(Table& t) {
  add_all<float>(t, "f32");
  add_all<double>(t, "f64");
  add_all<half>(t, "f16");
  add_all<i32>(t, "i32");
  add_all<u32>(t, "u32");
  add_all<i64>(t, "i64");
  add_all<u64>(t, "u64");
  add_all<i16>(t, "i16");
  add_all<u16>(t, "u16");
  add<float, u32>(t, "class_f32", [](float a, u32 b) { return (class_of(a) & b) != 0; });
  add<double, u32>(t, "class_f64", [](double a, u32 b) { return (class_of(a) & b) != 0; });
  add<half, u32>(t, "class_f16", [](half a, u32 b) { return (class_of(a) & b) != 0; });
}

}  // namespace amd_emulator
