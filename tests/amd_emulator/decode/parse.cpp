#include "decode/parse.hpp"

#include <array>
#include <string_view>
#include <vector>

#include "base/fault.hpp"
#include "decode/dpp.hpp"
#include "decode/operand_text.hpp"

// The texts are those of LLVM's "Syntax of AMDGPU Instruction Modifiers".

namespace amd_emulator {
namespace {

/// Splits at a character that is not within brackets. Empty parts are left out.
std::vector<std::string_view> split(std::string_view text, char separator) {
  std::vector<std::string_view> parts;
  int depth = 0;
  std::size_t begin = 0;
  for (std::size_t i = 0; i <= text.size(); ++i) {
    if (i < text.size()) {
      if (text[i] == '[' || text[i] == '(') ++depth;
      if (text[i] == ']' || text[i] == ')') --depth;
      if (text[i] != separator || depth > 0) continue;
    }
    std::string_view part = text.substr(begin, i - begin);
    while (part.starts_with(' ')) part.remove_prefix(1);
    while (part.ends_with(' ')) part.remove_suffix(1);
    if (!part.empty()) parts.push_back(part);
    begin = i + 1;
  }
  return parts;
}

/// Parses "[0,1,1]" as bits, the first the lowest.
u8 parse_bits(std::string_view list) {
  unsigned bits = 0;
  unsigned place = 0;
  for (const char letter : list) {
    if (letter != '0' && letter != '1') continue;
    bits |= static_cast<unsigned>(letter - '0') << place++;
  }
  return static_cast<u8>(bits);
}

bool parse_part(std::string_view name, Part& part) {
  static constexpr std::array<std::string_view, 7> names{"DWORD",  "BYTE_0", "BYTE_1", "BYTE_2",
                                                         "BYTE_3", "WORD_0", "WORD_1"};
  for (std::size_t i = 0; i < names.size(); ++i) {
    if (names[i] != name) continue;
    part = static_cast<Part>(i);
    return true;
  }
  return false;
}

/// The first source: the operand after the destinations.
std::size_t first_source(const std::string& mnemonic, const Instruction& instruction) {
  if (mnemonic.starts_with("v_cmpx_") && instruction.operands == 2) return 0;
  const bool has_carry = mnemonic.find("_co_") != std::string::npos;
  return has_carry && instruction.operands > 3 ? 2 : 1;
}

class ModifierParser {
 public:
  ModifierParser(Instruction& instruction, std::size_t source, unsigned lanes)
      : instruction_(instruction), source_(source), lanes_(lanes) {}

  void parse(std::string_view text) {
    const std::size_t colon = text.find(':');
    if (colon == std::string_view::npos)
      parse_word(text);
    else
      parse_value(text.substr(0, colon), text.substr(colon + 1), text);
  }

 private:
  void parse_word(std::string_view word) {
    if (word == "clamp") instruction_.clamp = true;
    if (word == "glc" || word == "sc0") instruction_.returns = true;
    if (word == "offen") instruction_.has_offset_register = true;
    if (word == "idxen") instruction_.has_index_register = true;
    if (word == "gds" || word == "lds" || word == "tfe")
      throw Fault("the modifier '" + std::string(word) + "' is not emulated");
    parse_dpp_control(word, "", instruction_, lanes_, source_);
  }

  void parse_value(std::string_view name, std::string_view value, std::string_view text) {
    i64 number = 0;
    const bool is_number = parse_integer(value, number);
    const auto narrow = static_cast<i32>(number);
    Instruction& to = instruction_;
    if (name == "offset" || name == "offset0") {
      to.offset = narrow;  // that of ds_swizzle is no number; it reads `low_half`
    } else if (name == "offset1") {
      to.offset_1 = narrow;
    } else if (name == "mul") {
      to.output_scale = number == 2 ? 1 : 2;
    } else if (name == "div") {
      to.output_scale = -1;
    } else if (name == "op_sel") {
      to.select = parse_bits(value);
    } else if (name == "op_sel_hi") {
      to.select_high = parse_bits(value);
    } else if (name == "th") {
      to.returns = value.find("ATOMIC") != std::string_view::npos &&
                   value.find("RETURN") != std::string_view::npos;
    } else if (name == "neg") {
      // A sign for each factor, in the bits of blgp.
      to.lane_broadcast[2] = parse_bits(value);
    } else if (name == "byte_sel") {
      to.byte_select = static_cast<u8>(number);
    } else if (name == "index_key") {
      to.index_key = static_cast<u8>(number);
    } else if (name == "scope" || name == "wait_exp" || name == "wait_vdst") {
      // Memory is coherent and complete after each instruction.
    } else if (name == "neg_lo") {
      to.negate_low = parse_bits(value);
    } else if (name == "neg_hi") {
      to.negate_high = parse_bits(value);
    } else if (name == "cbsz") {
      to.lane_broadcast[0] = static_cast<u8>(number);
    } else if (name == "abid") {
      to.lane_broadcast[1] = static_cast<u8>(number);
    } else if (name == "blgp") {
      to.lane_broadcast[2] = static_cast<u8>(number);
    } else if (!parse_parts(name, value) && !parse_dpp_control(name, value, to, lanes_, source_)) {
      throw Fault("the modifier '" + std::string(text) + "' is not known");
    }
    if (name == "offset1" && !is_number) throw Fault("an offset is no number");
  }

  bool parse_parts(std::string_view name, std::string_view value) {
    Instruction& to = instruction_;
    if (name == "dst_sel") {
      if (!parse_part(value, to.result_part)) return false;
      to.changes_lanes = to.result_part != Part::word;
      return true;
    }
    if (name == "dst_unused") {
      to.unused = value == "UNUSED_PAD" ? 0 : value == "UNUSED_SEXT" ? 1 : 2;
      return true;
    }
    if (name == "src0_sel") return parse_part(value, to.operand[source_].part);
    if (name == "src1_sel") return parse_part(value, to.operand[source_ + 1].part);
    return false;
  }

  Instruction& instruction_;
  std::size_t source_;
  unsigned lanes_;
};

std::string base_mnemonic(std::string name) {
  for (const std::string_view suffix : {"_dpp8", "_dpp", "_sdwa", "_e32", "_e64"})
    if (name.ends_with(suffix)) name.resize(name.size() - suffix.size());
  return name;
}

/// "v5.l" and "v5.h" are halves of registers: the upper one is chosen as op_sel does.
std::string_view take_half(std::string_view text, bool& is_high) {
  is_high = text.ends_with(".h");
  if (text.ends_with(".l") || text.ends_with(".h")) text.remove_suffix(2);
  return text;
}

}  // namespace

std::string parse_instruction(const std::string& text, unsigned lanes, Instruction& instruction) {
  const std::size_t space = text.find_first_of(" \t");
  const std::string full = text.substr(0, space);
  const std::string mnemonic = base_mnemonic(full);
  const std::string_view rest =
      space == std::string::npos ? std::string_view{} : std::string_view(text).substr(space + 1);
  std::vector<std::string_view> modifiers;
  std::vector<bool> high_halves;
  for (const std::string_view part : split(rest, ',')) {
    const auto words = split(part, ' ');
    if (instruction.operands == max_operands) throw Fault("too many operands");
    instruction.operand_text[instruction.operands] = std::string(words.front());
    bool is_high = false;
    instruction.operand[instruction.operands++] = parse_operand(take_half(words.front(), is_high));
    high_halves.push_back(is_high);
    modifiers.insert(modifiers.end(), words.begin() + 1, words.end());
  }
  const bool has_pairs = mnemonic.starts_with("v_pk_") || mnemonic.starts_with("v_dot");

  instruction.select_high = has_pairs ? 0xff : 0;
  ModifierParser parser(instruction, first_source(mnemonic, instruction), lanes);
  for (const std::string_view modifier : modifiers) parser.parse(modifier);
  // op_sel has a bit for each source, then that of the destination.
  for (std::size_t number = 0; number < high_halves.size(); ++number)
    if (high_halves[number])
      instruction.select |=
          static_cast<u8>(1U << (number > 0 ? number - 1 : high_halves.size() - 1));
  instruction.text = text;
  return mnemonic;
}

}  // namespace amd_emulator
