#include "base/fault.hpp"
#include "execute/vector.hpp"

// Instructions with masks of lanes as sources or results besides the lanes' values. Source: AMD,
// "Vega 7nm Instruction Set Architecture" and "RDNA 2 Instruction Set Architecture", chapters on
// VOP2 and VOP3 instructions.

namespace amd_emulator {
namespace {

struct Sum {
  static u64 of(u32 a, u32 b, u32 carry) { return u64{a} + b + carry; }
};
struct Difference {
  static u64 of(u32 a, u32 b, u32 carry) { return u64{a} - b - carry; }
};
struct ReversedDifference {
  static u64 of(u32 a, u32 b, u32 carry) { return u64{b} - a - carry; }
};

/// Operands: result, carry out, two sources, and with `takes` a carry in.
template <typename Operation, bool takes>
void run_carry(Wave& wave, const Instruction& instruction) {
  LaneBuffer buffers[2];
  const u32* const a = fetch<u32>(wave, instruction, 2, buffers[0]);
  const u32* const b = fetch<u32>(wave, instruction, 3, buffers[1]);
  const u64 in = takes ? read_mask(wave, instruction.operand[4]) : 0;
  LaneBuffer result;
  u64 out = 0;
  for (unsigned lane = 0; lane < wave.lanes; ++lane) {
    const u64 value = Operation::of(a[lane], b[lane], static_cast<u32>(in >> lane & 1));
    result.words[lane] = low_word(value);
    out |= (value >> 32 & 1) << lane;
  }
  const u64 lanes = writing_lanes(wave, instruction);
  commit<u32>(wave, instruction, 0, result);
  write_mask(wave, instruction.operand[1], out & lanes);
}

void prepare_carry(Instruction& instruction, const Preparation& with) {
  if (instruction.clamp) throw Fault("clamp is not emulated for it");
  prepare_source<u32>(instruction, 2, with);
  prepare_source<u32>(instruction, 3, with);
}

template <typename Operation, bool takes>
constexpr Semantics carry{.run = run_carry<Operation, takes>, .prepare = prepare_carry};

/// v_mad_u64_u32 and v_mad_i64_i32. Operands: result, carry out, three sources.
template <typename T, typename Wide>
void run_wide_product(Wave& wave, const Instruction& instruction) {
  LaneBuffer buffers[3];
  const u32* const a = fetch<T>(wave, instruction, 2, buffers[0]);
  const u32* const b = fetch<T>(wave, instruction, 3, buffers[1]);
  const u32* const c = fetch<Wide>(wave, instruction, 4, buffers[2]);
  LaneBuffer result;
  u64 out = 0;
  for (unsigned lane = 0; lane < wave.lanes; ++lane) {
    const Wide product = static_cast<Wide>(get<T>(a, lane)) * static_cast<Wide>(get<T>(b, lane));
    Wide sum{};
    const bool overflow = __builtin_add_overflow(product, get<Wide>(c, lane), &sum);
    put<Wide>(result.words, lane, sum);
    out |= u64{overflow} << lane;
  }
  const u64 lanes = wave.exec();
  commit<Wide>(wave, instruction, 0, result);
  write_mask(wave, instruction.operand[1], out & lanes);
}

template <typename T, typename Wide>
void prepare_wide_product(Instruction& instruction, const Preparation& with) {
  prepare_source<T>(instruction, 2, with);
  prepare_source<T>(instruction, 3, with);
  prepare_source<Wide>(instruction, 4, with);
}

/// Chooses the second source in the lanes of the mask.
void run_choice(Wave& wave, const Instruction& instruction) {
  LaneBuffer buffers[2];
  const u32* const a = fetch<float>(wave, instruction, 1, buffers[0]);
  const u32* const b = fetch<float>(wave, instruction, 2, buffers[1]);
  const u64 mask = instruction.operands > 3 ? read_mask(wave, instruction.operand[3]) : wave.vcc();
  LaneBuffer result;
  std::memcpy(result.words, a, sizeof(u32) * max_lanes);
  merge(result.words, b, mask);
  commit<u32>(wave, instruction, 0, result);
}

void prepare_choice(Instruction& instruction, const Preparation& with) {
  prepare_source<float>(instruction, 1, with);
  prepare_source<float>(instruction, 2, with);
}

/// The same for numbers of 16 bits.
void run_half_choice(Wave& wave, const Instruction& instruction) {
  LaneBuffer buffers[2];
  const u32* const a = fetch<half>(wave, instruction, 1, buffers[0]);
  const u32* const b = fetch<half>(wave, instruction, 2, buffers[1]);
  const u64 mask = instruction.operands > 3 ? read_mask(wave, instruction.operand[3]) : wave.vcc();
  LaneBuffer result;
  std::memcpy(result.words, a, sizeof(u32) * max_lanes);
  merge(result.words, b, mask);
  commit<u16>(wave, instruction, 0, result);
}

void prepare_half_choice(Instruction& instruction, const Preparation& with) {
  prepare_source<half>(instruction, 1, with);
  prepare_source<half>(instruction, 2, with);
}

}  // namespace

void add_carries(Table& t) {
  t.add("v_add_co_u32", carry<Sum, false>);
  t.add("v_sub_co_u32", carry<Difference, false>);
  t.add("v_subrev_co_u32", carry<ReversedDifference, false>);
  for (const char* name : {"v_addc_co_u32", "v_add_co_ci_u32"}) t.add(name, carry<Sum, true>);
  for (const char* name : {"v_subb_co_u32", "v_sub_co_ci_u32"})
    t.add(name, carry<Difference, true>);
  for (const char* name : {"v_subbrev_co_u32", "v_subrev_co_ci_u32"})
    t.add(name, carry<ReversedDifference, true>);
  t.add("v_mad_u64_u32",
        {.run = run_wide_product<u32, u64>, .prepare = prepare_wide_product<u32, u64>});
  t.add("v_mad_i64_i32",
        {.run = run_wide_product<i32, i64>, .prepare = prepare_wide_product<i32, i64>});
  t.add("v_cndmask_b32", {.run = run_choice, .prepare = prepare_choice});
  t.add("v_cndmask_b16", {.run = run_half_choice, .prepare = prepare_half_choice});
  t.alias("v_mad_co_u64_u32", "v_mad_u64_u32");
  t.alias("v_mad_co_i64_i32", "v_mad_i64_i32");
}

}  // namespace amd_emulator
