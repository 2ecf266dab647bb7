#pragma once

#include <array>
#include <atomic>
#include <string>

#include "base/words.hpp"

namespace amd_emulator {

struct Instruction;
struct MatrixShape;
struct Wave;

using Handler = void (*)(Wave&, const Instruction&);

enum class OperandKind : u8 {
  none,      ///< absent or "off"
  vector,    ///< `index`: a vector register; accumulators from 256
  scalar,    ///< `index`: a scalar register
  constant,  ///< `bits`
  special,   ///< a value of the wave's state: `special`
  text,      ///< something else, such as "hwreg(…)": `text` of the parsed instruction
};

enum class Special : u8 { scc, vccz, execz };

/// How a constant is written; its bits depend on the type of the operand.
enum class ConstantForm : u8 { integer, literal, floating };

/// Which part of a register an SDWA instruction reads or writes.
enum class Part : u8 { word, byte_0, byte_1, byte_2, byte_3, half_0, half_1 };

struct Operand {
  OperandKind kind = OperandKind::none;
  bool negate = false;
  bool absolute = false;
  bool sign_extend = false;
  bool shuffled = false;  ///< Read through `Instruction::source_lane` (DPP).
  bool plain = false;     ///< No modifier: a vector register or `lanes` is used in place.
  Part part = Part::word;
  ConstantForm form = ConstantForm::integer;
  Special special = Special::scc;
  u16 index = 0;
  u16 words = 1;               ///< Of a register.
  u64 bits = 0;                ///< Of a constant; of a floating one, those of a double.
  const u32* lanes = nullptr;  ///< A constant in all lanes: the low words, then the high ones.
};

inline constexpr unsigned max_operands = 6;

/// A decoded instruction. Operands are in the order of the assembler, the destination first.
struct Instruction {
  Handler run = nullptr;
  std::array<Operand, max_operands> operand{};
  u8 operands = 0;
  u8 bytes = 4;
  bool clamp = false;
  i8 output_scale = 0;               ///< The result times 2 to this power (omod).
  bool returns = false;              ///< glc or sc0 of an atomic instruction
  bool changes_lanes = false;        ///< DPP masks, or an SDWA destination: see below.
  bool has_offset_register = false;  ///< offen
  bool has_index_register = false;   ///< idxen
  bool is_wide_write = false;
  Part result_part = Part::word;
  u8 unused = 0;              ///< Rest of the destination: 0 zero, 1 sign, 2 preserved.
  u8 select = 0;              ///< op_sel, one bit an operand
  u8 select_high = 0;         ///< op_sel_hi
  u8 negate_low = 0;          ///< neg_lo
  u8 negate_high = 0;         ///< neg_hi
  u8 lane_broadcast[3] = {};  ///< cbsz, abid, blgp
  u8 byte_select = 0;         ///< byte_sel
  u8 index_key = 0;           ///< index_key
  i32 offset = 0;
  i32 offset_1 = 0;               ///< The second one of ds_read2 and others.
  u32 low_half = 0;               ///< The first 16 bits of the encoding.
  bool keeps_invalid = true;      ///< DPP: lanes without a source are not written (no bound_ctrl).
  bool fetches_inactive = false;  ///< DPP: fi
  u64 written_lanes = ~u64{0};    ///< DPP: row_mask and bank_mask
  std::array<i8, max_lanes> source_lane{};  ///< DPP: -1 for none
  u64 address = 0;
  std::atomic<const Instruction*> next{nullptr};    ///< The one after this, once decoded.
  std::atomic<const Instruction*> target{nullptr};  ///< Of a branch, once decoded.
  u64 target_address = 0;
  const MatrixShape* matrix = nullptr;  ///< Of a matrix instruction.
  const Instruction* parts[2] = {};     ///< Of two instructions in one (VOPD).
  std::array<std::string, max_operands> operand_text{};
  std::string text{};

  u64 end() const { return address + bytes; }
};

}  // namespace amd_emulator
