#include "base/fault.hpp"
#include "execute/scalar.hpp"

// Instructions between lanes, and between vector and scalar registers. Source: AMD, "Vega 7nm
// Instruction Set Architecture" and "RDNA 2 Instruction Set Architecture", chapters on VOP1, VOP3
// and SOPP instructions.

namespace amd_emulator {
namespace {

/// The first active lane; lane 0 if none is active.
unsigned first_lane(const Wave& wave) {
  const u64 exec = wave.exec();
  return exec == 0 ? 0 : static_cast<unsigned>(std::countr_zero(exec));
}

u32 lane_value(Wave& wave, const Operand& source, unsigned lane) {
  return source.kind == OperandKind::vector ? wave.vector_register(source.index)[lane]
                                            : read_scalar<u32>(wave, source);
}

void read_first_lane(Wave& wave, const Instruction& i) {
  write_scalar<u32>(wave, i.operand[0], lane_value(wave, i.operand[1], first_lane(wave)));
}

void read_lane(Wave& wave, const Instruction& i) {
  const u32 lane = read_scalar<u32>(wave, i.operand[2]) & (wave.lanes - 1);
  write_scalar<u32>(wave, i.operand[0], lane_value(wave, i.operand[1], lane));
}

void write_lane(Wave& wave, const Instruction& i) {
  const u32 lane = read_scalar<u32>(wave, i.operand[2]) & (wave.lanes - 1);
  wave.vector_register(i.operand[0].index)[lane] = read_scalar<u32>(wave, i.operand[1]);
}

void prepare_lane(Instruction& i, const Preparation&) {
  for (unsigned number = 1; number < i.operands; ++number)
    if (i.operand[number].kind == OperandKind::constant)
      i.operand[number].bits = constant_bits<u32>(i.operand[number]);
}

/// Counts the bits of a mask below each lane.
template <unsigned first>
void count_below(Wave& wave, const Instruction& i) {
  LaneBuffer buffers[2];
  const u32* const mask = fetch<u32>(wave, i, 1, buffers[0]);
  const u32* const sum = fetch<u32>(wave, i, 2, buffers[1]);
  LaneBuffer result;
  for (unsigned lane = 0; lane < max_lanes; ++lane) {
    const u32 below = lane <= first        ? 0
                      : lane >= first + 32 ? ~u32{0}
                                           : static_cast<u32>(low_bits(lane - first));
    result.words[lane] = static_cast<u32>(std::popcount(mask[lane] & below)) + sum[lane];
  }
  commit<u32>(wave, i, 0, result);
}

void prepare_words(Instruction& i, const Preparation& with) {
  for (unsigned number = 1; number < i.operands; ++number) prepare_source<u32>(i, number, with);
}

/// v_permlane16: any lane of the own row; v_permlanex16: of the other row of the pair. The sources
/// 1 and 2 hold the lane of each, four bits each. op_sel: fetch inactive lanes, and bound_ctrl.
template <unsigned flip>
void permute_rows(Wave& wave, const Instruction& i) {
  LaneBuffer buffer;
  const u32* const from = fetch<u32>(wave, i, 1, buffer);
  const u64 lanes =
      join(read_scalar<u32>(wave, i.operand[2]), read_scalar<u32>(wave, i.operand[3]));
  const bool fetches_inactive = (i.select & 1) != 0;
  const bool writes_zero = (i.select & 2) != 0;
  u32* const to = wave.vector_register(i.operand[0].index);
  LaneBuffer result;
  for (unsigned lane = 0; lane < max_lanes; ++lane) {
    const unsigned source = ((lane & ~15U) ^ flip) + (lanes >> 4 * (lane & 15) & 15);
    const bool readable = fetches_inactive || (wave.exec() >> source & 1) != 0;
    result.words[lane] = readable ? from[source] : writes_zero ? 0 : to[lane];
  }
  merge(to, result.words, wave.exec());
}

void prepare_rows(Instruction& i, const Preparation& with) {
  const u8 select = std::exchange(i.select, u8{0});
  prepare_source<u32>(i, 1, with);
  i.select = select;
  prepare_scalar<u32>(i, 2);
  prepare_scalar<u32>(i, 3);
}

/// The sources hold the lane in each lane.
template <unsigned flip>
void permute_rows_freely(Wave& wave, const Instruction& i) {
  const u32* const from = wave.vector_register(i.operand[1].index);
  const u32* const lanes = wave.vector_register(i.operand[2].index);
  const bool fetches_inactive = (i.select & 1) != 0;
  const bool writes_zero = (i.select & 2) != 0;
  u32* const to = wave.vector_register(i.operand[0].index);
  LaneBuffer result;
  for (unsigned lane = 0; lane < max_lanes; ++lane) {
    const unsigned source = ((lane & ~15U) ^ flip) + (lanes[lane] & 15);
    const bool readable = fetches_inactive || (wave.exec() >> source & 1) != 0;
    result.words[lane] = readable ? from[source] : writes_zero ? 0 : to[lane];
  }
  merge(to, result.words, wave.exec());
}

/// Exchanges the halves of a wave of 64, whichever lanes are active.
void exchange_halves(Wave& wave, const Instruction& i) {
  const u32* const from = wave.vector_register(i.operand[1].index);
  LaneBuffer result;
  for (unsigned lane = 0; lane < max_lanes; ++lane)
    result.words[lane] = wave.lanes == 64 ? from[lane ^ 32] : 0;
  merge(wave.vector_register(i.operand[0].index), result.words, wave.exec());
}

void swap_registers(Wave& wave, const Instruction& i) {
  u32* const a = wave.vector_register(i.operand[0].index);
  u32* const b = wave.vector_register(i.operand[1].index);
  LaneBuffer saved;
  std::memcpy(saved.words, a, sizeof(u32) * max_lanes);
  merge(a, b, wave.exec());
  merge(b, saved.words, wave.exec());
}

// Registers by a number at run time: M0 is added to the number of a source or of the destination.

void move_from_relative(Wave& wave, const Instruction& i) {
  const unsigned index = i.operand[1].index + wave.scalar[m0_register];
  if (index >= 512) throw Fault("the relative register does not exist");
  merge(wave.vector_register(i.operand[0].index), wave.vector_register(index), wave.exec());
}

void move_to_relative(Wave& wave, const Instruction& i) {
  const unsigned index = i.operand[0].index + wave.scalar[m0_register];
  if (index >= 512) throw Fault("the relative register does not exist");
  LaneBuffer buffer;
  merge(wave.vector_register(index), fetch<u32>(wave, i, 1, buffer), wave.exec());
}

/// From s_set_gpr_idx_on to s_set_gpr_idx_off M0 is added to the numbers of vector registers of
/// some operands. The instructions between run as copies with these numbers.
void run_indexed(Wave& wave, const Instruction& on) {
  const u32 index = read_scalar<u32>(wave, on.operand[0]) & 0xff;
  const std::string& roles = on.operand_text[1];
  const auto has = [&roles](const char* role) { return roles.find(role) != std::string::npos; };
  const bool indexes[] = {has("DST"), has("SRC0"), has("SRC1"), has("SRC2")};
  for (const Instruction* next = following(on, *wave.program);;
       next = following(*next, *wave.program)) {
    wave.next = next;
    if (next->text.starts_with("s_set_gpr_idx_off")) break;
    Instruction copy;
    copy.run = next->run;
    copy.operand = next->operand;
    copy.operands = next->operands;
    for (unsigned number = 0; number < 4; ++number) {
      Operand& operand = copy.operand[number];
      if (operand.kind != OperandKind::vector || !indexes[number]) continue;
      operand.index = static_cast<u16>(operand.index + index);
    }
    if (!next->text.starts_with("v_mov_b32_e32"))
      throw Fault("an instruction that is not emulated with an index: " + next->text);
    copy.run(wave, copy);
  }
  wave.next = following(*wave.next, *wave.program);
}

}  // namespace

void add_lane_moves(Table& t) {
  t.add("v_readfirstlane_b32", {.run = read_first_lane, .prepare = prepare_lane});
  t.add("v_readlane_b32", {.run = read_lane, .prepare = prepare_lane});
  t.add("v_writelane_b32", {.run = write_lane, .prepare = prepare_lane});
  t.add("v_mbcnt_lo_u32_b32", {.run = count_below<0>, .prepare = prepare_words});
  t.add("v_mbcnt_hi_u32_b32", {.run = count_below<32>, .prepare = prepare_words});
  t.add("v_permlane16_b32", {.run = permute_rows<0>, .prepare = prepare_rows});
  t.add("v_permlanex16_b32", {.run = permute_rows<16>, .prepare = prepare_rows});
  t.add("v_permlane16_var_b32", {.run = permute_rows_freely<0>});
  t.add("v_permlanex16_var_b32", {.run = permute_rows_freely<16>});
  t.add("v_permlane64_b32", {.run = exchange_halves});
  t.add("v_swap_b32", {.run = swap_registers});
  t.add("v_movrels_b32", {.run = move_from_relative});
  t.add("v_movreld_b32", {.run = move_to_relative, .prepare = prepare_words});
  t.add("s_set_gpr_idx_on", {.run = run_indexed, .prepare = [](Instruction& i, const Preparation&) {
                               prepare_scalar<u32>(i, 0);
                             }});
  t.add("s_set_gpr_idx_off", {.run = [](Wave&, const Instruction&) {}});
}

}  // namespace amd_emulator
