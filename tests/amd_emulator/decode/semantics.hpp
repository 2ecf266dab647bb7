#pragma once

#include <string>
#include <vector>

#include "base/target.hpp"
#include "decode/instruction.hpp"

namespace amd_emulator {

class Program;

/// What an instruction is prepared with when it is decoded.
struct Preparation {
  Program& program;
  const Target& target;
  unsigned wave_size;
};

/// What an instruction does.
struct Semantics {
  Handler run = nullptr;
  /// Resolves the constants for the types of the operands; may be null.
  void (*prepare)(Instruction&, const Preparation&) = nullptr;
};

/// @param mnemonic  without the suffix of its encoding
/// @returns null if the instruction is not emulated
const Semantics* find_semantics(const std::string& mnemonic);

/// The names of all instructions that are emulated.
std::vector<std::string> emulated_mnemonics();

}  // namespace amd_emulator
