#pragma once

#include <string_view>

#include "decode/instruction.hpp"

namespace amd_emulator {

/// Parses an operand such as "-|v[2:3]|", "vcc_lo", "0.5" or "0x3f000000". One that is neither a
/// register nor a constant has the kind `text`.
Operand parse_operand(std::string_view text);

/// Parses a decimal or hexadecimal number. @returns false if it is none
bool parse_integer(std::string_view text, i64& value);

}  // namespace amd_emulator
