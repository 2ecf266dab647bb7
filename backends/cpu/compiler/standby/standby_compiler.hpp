#pragma once

#include <optional>
#include <string>
#include <vector>

#include "cpu/base/child_program.hpp"
#include "cpu/compiler/host/compiler_invocation.hpp"
#include "cpu/compiler/host/compiler_job.hpp"
#include "source_pipe.hpp"
#include "system/temporary_folder.hpp"

namespace duet::cpu {

/// A clang (12 or newer) that was started before its program is known: starting it and reading the
/// prelude take half of the time in which it compiles a small kernel. Its main file includes the
/// rest of the program through a pipe, where it waits. Its options and include folders are fixed;
/// it looks for headers only when the program includes them.
/// Thread-safety: one thread at a time.
class StandbyCompiler {
 public:
  /// Starts it.
  /// @param invocation  with arguments that name the folder
  /// @param folder      empty, but for include folders
  /// @param preamble    read before the program is known; may be empty
  /// @throws std::system_error
  StandbyCompiler(CompilerInvocation invocation, TemporaryFolder folder, Preamble preamble);

  /// Whether its folder still exists: other programs may clean up temporary files.
  bool has_folder() const noexcept;

  /// Hands over a job if a compiler started now for it would do the same. Once.
  /// @returns whether the job was handed over. @throws std::system_error
  bool hand_over(const CompilerJob& job);

  /// Waits for the end and moves the output and the log to a job's folder.
  /// @returns how the compiler ended; nothing if it did not read the program. Then another compiler
  ///          has to compile it
  std::optional<ProgramEnd> finish(const TemporaryFolder& to);

 private:
  bool has_read(const NamedText& header) const;
  bool has_read_program(ProgramEnd end) const;

  TemporaryFolder folder_;
  CompilerInvocation invocation_;
  Preamble preamble_;
  SourcePipe pipe_{};
  ChildProgram program_;
};

/// Arguments or messages with another folder's path.
std::vector<std::string> with_folder(std::vector<std::string> texts, const std::string& from,
                                     const std::string& to);

}  // namespace duet::cpu
