#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "child_program.hpp"
#include "compiler_start.hpp"
#include "host_compiler.hpp"
#include "source_pipe.hpp"
#include "temporary_folder.hpp"

namespace duet::cpu {

/// A clang that was started before its source is there, since to start takes a third of the time in
/// which it compiles a small kernel. It waits where it reads the source, which is a pipe; it knows
/// its options and which folders of headers are there, and looks for headers later. One thread at a
/// time.
class StandbyCompiler {
 public:
  /// The one that waits in this process, for whatever, or null. It is the caller's.
  static std::unique_ptr<StandbyCompiler> take() noexcept;

  /// Tells of a compilation that has begun. When a process compiles a second time with the same
  /// arguments, a compiler starts to wait for the third. None does if $DUET_CPU_STANDBY is "off".
  /// @param arguments  what it was started with; the folder alone tells those of the next one apart
  /// @param folder     where the compiler works
  static void expect_another(const HostCompiler& compiler,
                             const std::vector<std::string>& arguments,
                             const TemporaryFolder& folder) noexcept;

  /// @param start   with arguments that name the folder
  /// @param folder  empty
  /// @throws std::system_error
  StandbyCompiler(CompilerStart start, TemporaryFolder folder);

  /// Gives it the source if it is the program that would start now, else ends it. Once.
  /// @returns the program at work, or nothing
  std::optional<ChildProgram> hand_over(const CompilerStart& now, std::string_view source);

  /// The folder in which it works. Once.
  TemporaryFolder take_folder() noexcept { return std::move(folder_); }

 private:
  TemporaryFolder folder_;
  CompilerStart start_;
  SourcePipe pipe_{};
  ChildProgram program_;
};

}  // namespace duet::cpu
