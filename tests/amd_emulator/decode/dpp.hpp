#pragma once

#include <string_view>

#include "decode/instruction.hpp"

namespace amd_emulator {

/// Parses a modifier of DPP: "row_shr", "1". A control fills `source_lane` and marks the operand.
/// @returns false if it is none
bool parse_dpp_control(std::string_view name, std::string_view value, Instruction& instruction,
                       unsigned lanes, std::size_t source);

}  // namespace amd_emulator
