#include "execute/access.hpp"

namespace amd_emulator {
namespace {

struct MaskTable {
  alignas(64) u32 words[256][8];
};

/// For each byte of a mask, all ones in the words of its bits.
const MaskTable& mask_table() {
  static const MaskTable table = [] {
    MaskTable made{};
    for (unsigned byte = 0; byte < 256; ++byte)
      for (unsigned bit = 0; bit < 8; ++bit)
        made.words[byte][bit] = (byte >> bit & 1) != 0 ? ~u32{0} : 0;
    return made;
  }();
  return table;
}

u32 part_of(u32 word, Part part, bool sign_extend) {
  switch (part) {
    case Part::word: return word;
    case Part::half_0:
    case Part::half_1: {
      const auto value = static_cast<u16>(part == Part::half_0 ? word : word >> 16);
      return sign_extend ? static_cast<u32>(i32{static_cast<i16>(value)}) : value;
    }
    default: {
      const auto value = static_cast<u8>(word >> 8 * (static_cast<unsigned>(part) - 1));
      return sign_extend ? static_cast<u32>(i32{static_cast<i8>(value)}) : value;
    }
  }
}

}  // namespace

u32 special_value(const Wave& wave, Special which) {
  switch (which) {
    case Special::scc: return wave.scc ? 1 : 0;
    case Special::vccz: return wave.vcc() == 0 ? 1 : 0;
    case Special::execz: return wave.exec() == 0 ? 1 : 0;
  }
  return 0;
}

void fetch_raw(Wave& wave, const Instruction& instruction, const Operand& operand, unsigned words,
               LaneBuffer& buffer) {
  for (unsigned word = 0; word < words; ++word) {
    u32* const to = buffer.words + word * max_lanes;
    if (operand.kind == OperandKind::vector) {
      const u32* const from = wave.vector_register(operand.index + word);
      if (!operand.shuffled) {
        std::memcpy(to, from, max_lanes * sizeof(u32));
      } else {
        const u64 readable = instruction.fetches_inactive ? wave.all_lanes : wave.exec();
        for (unsigned lane = 0; lane < max_lanes; ++lane) {
          const int source = instruction.source_lane[lane];
          to[lane] = source >= 0 && (readable >> source & 1) != 0 ? from[source] : 0;
        }
      }
    } else {
      u32 value = 0;
      if (operand.kind == OperandKind::scalar)
        value = wave.scalar[operand.index + (operand.words > 1 || word == 0 ? word : 0)];
      else if (operand.kind == OperandKind::constant)
        value = word == 0 ? low_word(operand.bits) : high_word(operand.bits);
      else if (word == 0)
        value = special_value(wave, operand.special);
      for (unsigned lane = 0; lane < max_lanes; ++lane) to[lane] = value;
    }
  }
  if (operand.part == Part::word && !operand.sign_extend) return;
  for (unsigned lane = 0; lane < max_lanes; ++lane)
    buffer.words[lane] = part_of(buffer.words[lane], operand.part, operand.sign_extend);
}

u64 writing_lanes(const Wave& wave, const Instruction& instruction) {
  u64 mask = wave.exec();
  if (!instruction.changes_lanes) return mask;
  mask &= instruction.written_lanes;
  for (unsigned number = 1; number < instruction.operands; ++number) {
    if (!instruction.operand[number].shuffled || !instruction.keeps_invalid) continue;
    const u64 readable = instruction.fetches_inactive ? wave.all_lanes : wave.exec();
    for (unsigned lane = 0; lane < wave.lanes; ++lane) {
      const int source = instruction.source_lane[lane];
      if (source < 0 || (readable >> source & 1) == 0) mask &= ~(u64{1} << lane);
    }
  }
  return mask;
}

void merge(u32* to, const u32* from, u64 mask) {
  const MaskTable& table = mask_table();
  for (unsigned group = 0; group < 8; ++group) {
    const u32* const keep = table.words[mask >> 8 * group & 0xff];
#pragma GCC ivdep
    for (unsigned i = 0; i < 8; ++i) {
      const unsigned lane = 8 * group + i;
      to[lane] = (from[lane] & keep[i]) | (to[lane] & ~keep[i]);
    }
  }
}

void merge_part(u32* to, const u32* from, u64 mask, Part part, unsigned unused) {
  const bool is_half = part == Part::half_0 || part == Part::half_1;
  const unsigned bits = part == Part::word ? 32 : is_half ? 16 : 8;
  const unsigned shift = part == Part::half_1            ? 16
                         : is_half || part == Part::word ? 0
                                                         : 8 * (static_cast<unsigned>(part) - 1);
  const u32 field = static_cast<u32>(low_bits(bits)) << shift;
  const u32 above = static_cast<u32>(~low_bits(shift + bits));
  for (unsigned lane = 0; lane < max_lanes; ++lane) {
    if ((mask >> lane & 1) == 0) continue;
    const u32 value = from[lane] << shift & field;
    const bool negative = (from[lane] >> (bits - 1) & 1) != 0;
    const u32 rest = unused == 2 ? to[lane] & ~field : unused == 1 && negative ? above : 0;
    to[lane] = value | rest;
  }
}

void merge_half(Wave& wave, const Instruction& instruction, u32* to, u32* from) {
  const u64 mask = writing_lanes(wave, instruction);
  if (instruction.result_part != Part::word) {
    merge_part(to, from, mask, instruction.result_part, instruction.unused);
    return;
  }
  const bool to_high = (instruction.select >> (instruction.operands - 1) & 1) != 0;
  const bool zeroes = wave.target->zeroes_high_halves;
  for (unsigned lane = 0; lane < max_lanes; ++lane) {
    if (to_high)
      from[lane] = from[lane] << 16 | (to[lane] & 0xffff);
    else
      from[lane] = (from[lane] & 0xffff) | (zeroes ? 0 : to[lane] & 0xffff0000);
  }
  merge(to, from, mask);
}

}  // namespace amd_emulator
