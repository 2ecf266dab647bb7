#pragma once

#include <string>

namespace amd_emulator {

/// What distinguishes processors for the emulator. Source: LLVM's "User Guide for AMDGPU Backend".
struct Target {
  std::string processor{};           ///< "gfx90a"
  int generation = 9;                ///< 9 to 12: gfx9, gfx10, gfx11, gfx12
  bool packed_ids = false;           ///< v0 holds x, y and z of the thread, ten bits each
  bool architected_scratch = false;  ///< Scratch needs no user registers.
  bool has_waves_of_32 = false;
  bool traps_hold_block_ids = false;  ///< ttmp9 and ttmp7 instead of system registers
  bool fixed_float_mode = false;      ///< No bits for clamping of NaN and for the mode IEEE.
  bool has_accumulators = false;      ///< gfx908, gfx90a, gfx942: registers a0 to a255
  bool zeroes_high_halves = true;     ///< Results of 16 bits clear the upper half: gfx9.
};

/// Returns the names of the processors that are emulated, separated by ", ".
std::string emulated_processors();

/// @param name  a processor, perhaps with features: "gfx90a:sramecc+:xnack-"
/// @throws Fault for processors that are not emulated, naming those that are
Target target_named(const std::string& name);

/// Returns the name of the processor in the e_flags of a code object.
/// @throws Fault for a number that is not known
std::string processor_of_flags(unsigned flags);

}  // namespace amd_emulator
