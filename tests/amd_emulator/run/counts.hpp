#pragma once

#include "base/words.hpp"

namespace amd_emulator {

struct Instruction;
struct Wave;

/// What waves executed. All but `waves` and `instructions` stay 0 unless they were asked for.
struct RunCounts {
  u64 waves = 0;
  u64 instructions = 0;
  u64 vector = 0;
  u64 scalar = 0;
  u64 memory = 0;  ///< global memory and scratch, also by scalar instructions
  u64 matrix = 0;
  u64 shared = 0;          ///< of LDS
  u64 bank_conflicts = 0;  ///< times that LDS needs for further words of a bank
  u64 lanes = 0;           ///< of the vector instructions
  u64 idle_lanes = 0;      ///< of them, those that EXEC switched off

  RunCounts& operator+=(const RunCounts& other);
};

/// Counts an instruction that the wave is about to execute.
void count(const Wave& wave, const Instruction& instruction, RunCounts& counts);

}  // namespace amd_emulator
