#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "compiler_invocation.hpp"
#include "cpu/base/child_program.hpp"
#include "cpu/compiler/source/program_text.hpp"
#include "host_compiler.hpp"
#include "source_pipe.hpp"
#include "system/temporary_folder.hpp"

namespace duet::cpu {

/// A clang (12 or newer) that was started before the program is there, since to start, and to read
/// what comes before any program, takes half of the time in which it compiles a small kernel. It
/// waits where it includes the rest of the program, which is a pipe; it knows its options and which
/// folders of headers are there, and looks for other headers later. One thread at a time.
class StandbyCompiler {
 public:
  /// The one that waits in this process, for whatever, or null. It is the caller's.
  static std::unique_ptr<StandbyCompiler> take() noexcept;

  /// Tells of a compilation that has begun. When a process compiles a second time with the same
  /// arguments, a compiler starts to wait for the third; one that has read the preamble, if that
  /// was the same too. None does if $DUET_CPU_STANDBY is "off".
  /// @param arguments  what it was started with; the folder alone tells those of the next one apart
  /// @param folder     where the compiler works
  static void expect_another(const HostCompiler& compiler,
                             const std::vector<std::string>& arguments,
                             const TemporaryFolder& folder, const Preamble& preamble) noexcept;

  /// @param start     with arguments that name the folder
  /// @param folder    empty
  /// @param preamble  what it reads ahead; may be empty
  /// @throws std::system_error
  StandbyCompiler(CompilerInvocation start, TemporaryFolder folder, Preamble preamble);

  /// Whether what it has read is what a program begins with.
  bool fits(const Preamble& preamble) const {
    return preamble_.include_prefix.empty() || preamble_ == preamble;
  }

  /// Whether it has read a header, or may have.
  bool has(const NamedText& header) const;

  /// Gives it the rest of a program that it fits, if it is the compiler that would start now, else
  /// ends it. Once.
  /// @returns the program at work, or nothing
  std::optional<ChildProgram> hand_over(const CompilerInvocation& now, const ProgramText& text);

  /// Whether nobody has tidied up the folder in which it works.
  bool has_folder() const noexcept;

  /// That folder. Once.
  TemporaryFolder take_folder() noexcept { return std::move(folder_); }

 private:
  TemporaryFolder folder_;
  CompilerInvocation start_;
  Preamble preamble_;
  SourcePipe pipe_{};
  ChildProgram program_;
};

}  // namespace duet::cpu
