#pragma once

#include <span>
#include <string>
#include <vector>

#include "cpu/base/child_program.hpp"
#include "cpu/compiler/source/program_text.hpp"
#include "host_compiler.hpp"
#include "lean_prelude.hpp"
#include "system/temporary_folder.hpp"

namespace duet::cpu {

/// One compilation of a program to an object file. References must outlive the job.
struct CompilerJob {
  const HostCompiler& compiler;
  std::vector<std::string> arguments;  ///< the first is the compiler's path; they name the folder
  const TemporaryFolder& folder;       ///< where the compiler reads and writes
  std::span<const NamedText> headers;  ///< the program's in-memory headers
  Prelude prelude;
  const ProgramText& text;
  bool is_movable;  ///< whether the same arguments with another folder's path do the same
};

/// Writes headers and text to the folder, runs the compiler and waits for it.
/// @param meanwhile  called while the compiler runs, if not null
/// @throws std::system_error if a file cannot be written or the compiler cannot be started
ProgramEnd run_compiler(const CompilerJob& job,
                        void (*meanwhile)(const CompilerJob& job) noexcept = nullptr);

}  // namespace duet::cpu
