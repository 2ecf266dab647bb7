#pragma once

#include "decode/program.hpp"
#include "execute/table.hpp"
#include "execute/values.hpp"
#include "machine/wave.hpp"

// Reading and writing operands.

namespace amd_emulator {

/// Room for a value of 64 bits in all lanes.
struct alignas(64) LaneBuffer {
  u32 words[2 * max_lanes];
};

u32 special_value(const Wave& wave, Special which);

/// Reads an operand that has one value for all lanes, without modifiers.
template <typename T>
inline T read_scalar(const Wave& wave, const Operand& operand) {
  if (operand.kind == OperandKind::scalar) {
    if constexpr (sizeof(T) == 8) return from_bits<T>(wave.pair(operand.index));
    return from_bits<T>(wave.scalar[operand.index]);
  }
  if (operand.kind == OperandKind::constant) return from_bits<T>(operand.bits);
  return from_bits<T>(special_value(wave, operand.special));
}

template <typename T>
inline void write_scalar(Wave& wave, const Operand& operand, T value) {
  const u64 bits = to_bits(value);
  wave.scalar[operand.index] = low_word(bits);
  if constexpr (sizeof(T) == 8) wave.scalar[operand.index + 1] = high_word(bits);
  if (operand.index == null_register) wave.set_pair(null_register, 0);
}

/// Reads a mask of lanes: one register for waves of 32, two for 64.
inline u64 read_mask(const Wave& wave, const Operand& operand) {
  return wave.lanes == 32 ? read_scalar<u32>(wave, operand) : read_scalar<u64>(wave, operand);
}

inline void write_mask(Wave& wave, const Operand& operand, u64 mask) {
  if (wave.lanes == 32)
    write_scalar(wave, operand, low_word(mask));
  else
    write_scalar(wave, operand, mask);
}

/// Copies the raw words of an operand to the buffer: broadcast, shuffled by DPP, a part by SDWA.
void fetch_raw(Wave& wave, const Instruction& instruction, const Operand& operand, unsigned words,
               LaneBuffer& buffer);

/// Whether op_sel chooses the upper half of a source of 16 bits.
inline bool selects_high(const Instruction& instruction, unsigned number) {
  return number > 0 && (instruction.select >> (number - 1) & 1) != 0;
}

/// Reads a source with its modifiers.
template <typename T>
[[gnu::noinline]] void fetch_modified(Wave& wave, const Instruction& instruction, unsigned number,
                                      LaneBuffer& buffer) {
  const Operand& operand = instruction.operand[number];
  fetch_raw(wave, instruction, operand, words_of<T>, buffer);
  if constexpr (sizeof(T) == 2) {
    if (selects_high(instruction, number))
      for (u32& word : std::span(buffer.words, max_lanes)) word >>= 16;
  }
  if constexpr (is_float<T>) {
    if (!operand.absolute && !operand.negate) return;
    u32* const words = buffer.words + (sizeof(T) == 8 ? max_lanes : 0);
    constexpr u32 sign = sizeof(T) == 2 ? 0x8000 : 0x80000000;
    const u32 keep = operand.absolute ? ~sign : ~u32{0};
    const u32 flip = operand.negate ? sign : 0;
    for (unsigned lane = 0; lane < max_lanes; ++lane) words[lane] = (words[lane] & keep) ^ flip;
  }
}

/// Returns the words of a source in all lanes, in place if it has no modifiers.
template <typename T>
inline const u32* fetch(Wave& wave, const Instruction& instruction, unsigned number,
                        LaneBuffer& buffer) {
  const Operand& operand = instruction.operand[number];
  if (operand.plain) {
    return operand.kind == OperandKind::vector ? wave.vector_register(operand.index)
                                               : operand.lanes;
  }
  fetch_modified<T>(wave, instruction, number, buffer);
  return buffer.words;
}

/// Resolves a source for `fetch`.
template <typename T>
void prepare_source(Instruction& instruction, unsigned number, const Preparation& with) {
  if (number >= instruction.operands) return;
  Operand& operand = instruction.operand[number];
  const bool selects = sizeof(T) == 2 && selects_high(instruction, number);
  const bool whole = operand.part == Part::word && !operand.sign_extend && !operand.shuffled;
  if (operand.kind == OperandKind::constant) {
    const u64 bits = constant_bits<T>(operand);
    operand.plain = whole && !selects;
    operand.lanes = with.program.broadcast(operand.plain ? modify<T>(bits, operand) : bits);
    operand.bits = bits;
  } else if (operand.kind == OperandKind::vector) {
    operand.plain = whole && !selects && !operand.negate && !operand.absolute;
  }
}

/// The lanes that write: the active ones, less those that DPP leaves out.
u64 writing_lanes(const Wave& wave, const Instruction& instruction);

/// Copies the lanes of a mask.
void merge(u32* to, const u32* from, u64 mask);

/// Writes parts of a register as SDWA does.
void merge_part(u32* to, const u32* from, u64 mask, Part part, unsigned unused);

/// Whether a result may be written in place, to all lanes.
inline bool writes_in_place(const Wave& wave, const Instruction& instruction) {
  return wave.pair(exec_register) == wave.all_lanes && !instruction.changes_lanes;
}

/// Results of 16 bits: the upper half of the destination is kept, or becomes 0 on gfx9.
void merge_half(Wave& wave, const Instruction& instruction, u32* to, u32* from);

}  // namespace amd_emulator
