#pragma once

#include <string>

#include "decode/instruction.hpp"

namespace amd_emulator {

/// Fills operands and modifiers from a line of the disassembler. Constants stay as written.
/// @returns the mnemonic without the suffix of its encoding: "v_add_f32" for "v_add_f32_e64"
/// @throws Fault naming a part that is not understood
std::string parse_instruction(const std::string& text, unsigned lanes, Instruction& instruction);

}  // namespace amd_emulator
