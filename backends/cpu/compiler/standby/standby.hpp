#pragma once

#include "cpu/compiler/host/compiler_job.hpp"

namespace duet::cpu {

/// Whether the process keeps a compiler started for the next program: $DUET_CPU_STANDBY if that is
/// "on" or "off", else the last value given to `set_standby`; off at first.
bool is_standby_on() noexcept;

/// @param on  false also ends the compiler that waits
void set_standby(bool on) noexcept;

/// Does the same as `run_compiler`, faster from the third similar program on: the waiting compiler
/// compiles the job if it was started with the same arguments. Then starts the next waiting
/// compiler if two jobs in a row had the same arguments. It has read their common preamble, if any.
/// @throws as `run_compiler`
ProgramEnd run_with_standby(const CompilerJob& job);

}  // namespace duet::cpu
