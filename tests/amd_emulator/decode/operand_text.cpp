#include "decode/operand_text.hpp"

#include <charconv>
#include <cstdlib>
#include <string>
#include <unordered_map>

#include "machine/wave.hpp"

// The texts are those of LLVM's "Syntax of AMDGPU Instruction Operands".

namespace amd_emulator {
namespace {

bool remove_prefix(std::string_view& text, std::string_view prefix) {
  if (!text.starts_with(prefix)) return false;
  text.remove_prefix(prefix.size());
  return true;
}

Operand scalar(unsigned index, unsigned words) {
  return {.kind = OperandKind::scalar,
          .index = static_cast<u16>(index),
          .words = static_cast<u16>(words)};
}

Operand special(Special which) { return {.kind = OperandKind::special, .special = which}; }

Operand integer(u64 bits) { return {.kind = OperandKind::constant, .bits = bits}; }

const Operand* named_operand(std::string_view text) {
  static const std::unordered_map<std::string_view, Operand> names{
      {"off", {}},
      {"vcc", scalar(vcc_register, 2)},
      {"vcc_lo", scalar(vcc_register, 1)},
      {"vcc_hi", scalar(vcc_register + 1, 1)},
      {"exec", scalar(exec_register, 2)},
      {"exec_lo", scalar(exec_register, 1)},
      {"exec_hi", scalar(exec_register + 1, 1)},
      {"m0", scalar(m0_register, 1)},
      {"null", scalar(null_register, 2)},
      {"flat_scratch", scalar(flat_scratch_register, 2)},
      {"flat_scratch_lo", scalar(flat_scratch_register, 1)},
      {"flat_scratch_hi", scalar(flat_scratch_register + 1, 1)},
      {"xnack_mask", scalar(xnack_mask_register, 2)},
      {"xnack_mask_lo", scalar(xnack_mask_register, 1)},
      {"xnack_mask_hi", scalar(xnack_mask_register + 1, 1)},
      {"scc", special(Special::scc)},
      {"src_scc", special(Special::scc)},
      {"vccz", special(Special::vccz)},
      {"src_vccz", special(Special::vccz)},
      {"execz", special(Special::execz)},
      {"src_execz", special(Special::execz)},
      {"src_shared_base", integer(join(0, shared_aperture))},
      {"src_shared_limit", integer(join(0xffffffff, shared_aperture))},
      {"src_private_base", integer(join(0, private_aperture))},
      {"src_private_limit", integer(join(0xffffffff, private_aperture))},
  };
  const auto found = names.find(text);
  return found == names.end() ? nullptr : &found->second;
}

/// Parses "12" or "[8:9]" or "[8]", what follows the letter of a register.
bool parse_register_numbers(std::string_view text, unsigned& first, unsigned& words) {
  i64 low = 0;
  i64 high = 0;
  if (remove_prefix(text, "[")) {
    if (!text.ends_with(']')) return false;
    text.remove_suffix(1);
    const std::size_t colon = text.find(':');
    if (!parse_integer(text.substr(0, colon), low)) return false;
    high = low;
    if (colon != std::string_view::npos && !parse_integer(text.substr(colon + 1), high))
      return false;
  } else {
    if (!parse_integer(text, low)) return false;
    high = low;
  }
  first = static_cast<unsigned>(low);
  words = static_cast<unsigned>(high - low + 1);
  return low >= 0 && high >= low && high < 256;
}

bool parse_register(std::string_view text, Operand& operand) {
  struct Bank {
    std::string_view prefix;
    OperandKind kind;
    unsigned first;
  };
  static constexpr Bank banks[] = {{"ttmp", OperandKind::scalar, ttmp_register},
                                   {"v", OperandKind::vector, 0},
                                   {"s", OperandKind::scalar, 0},
                                   {"a", OperandKind::vector, 256}};
  for (const Bank& bank : banks) {
    std::string_view rest = text;
    unsigned first = 0;
    unsigned words = 0;
    if (!remove_prefix(rest, bank.prefix) || !parse_register_numbers(rest, first, words)) continue;
    operand.kind = bank.kind;
    operand.index = static_cast<u16>(bank.first + first);
    operand.words = static_cast<u16>(words);
    return true;
  }
  return false;
}

bool parse_constant(std::string_view text, Operand& operand) {
  i64 value = 0;
  if (parse_integer(text, value)) {
    operand.kind = OperandKind::constant;
    operand.form =
        text.find('x') == std::string_view::npos ? ConstantForm::integer : ConstantForm::literal;
    operand.bits = static_cast<u64>(value);
    return true;
  }
  if (text.find('.') == std::string_view::npos) return false;
  const std::string copy(text);
  char* end = nullptr;
  const double number = std::strtod(copy.c_str(), &end);
  if (end != copy.c_str() + copy.size()) return false;
  operand.kind = OperandKind::constant;
  operand.form = ConstantForm::floating;
  operand.bits = std::bit_cast<u64>(number);
  return true;
}

}  // namespace

bool parse_integer(std::string_view text, i64& value) {
  const bool negative = remove_prefix(text, "-");
  const int base = remove_prefix(text, "0x") ? 16 : 10;
  u64 magnitude = 0;
  const char* const end = text.data() + text.size();
  const auto [rest, error] = std::from_chars(text.data(), end, magnitude, base);
  if (error != std::errc{} || rest != end) return false;
  value = static_cast<i64>(negative ? 0 - magnitude : magnitude);
  return true;
}

Operand parse_operand(std::string_view text) {
  if (const Operand* const named = named_operand(text)) return *named;
  Operand operand;
  if (parse_constant(text, operand)) return operand;
  bool negate = false;
  bool absolute = false;
  bool sign_extend = false;
  const auto unwrap = [&text](std::string_view prefix, char suffix) {
    if (!text.starts_with(prefix) || !text.ends_with(suffix)) return false;
    text.remove_prefix(prefix.size());
    text.remove_suffix(1);
    return true;
  };
  if (unwrap("neg(", ')') || remove_prefix(text, "-")) negate = true;
  if (unwrap("|", '|') || unwrap("abs(", ')')) absolute = true;
  if (unwrap("sext(", ')')) sign_extend = true;
  if (const Operand* const named = named_operand(text))
    operand = *named;
  else if (!parse_register(text, operand) && !parse_constant(text, operand))
    operand.kind = OperandKind::text;
  operand.negate = negate;
  operand.absolute = absolute;
  operand.sign_extend = sign_extend;
  return operand;
}

}  // namespace amd_emulator
