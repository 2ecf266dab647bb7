#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "host_compiler.hpp"
#include "system/file_identity.hpp"

namespace duet::cpu {

/// Files and folders in the folder where a compiler works. The main file includes the program's
/// file, which lies in a folder of its own so that a program's #include cannot find other files.
inline constexpr std::string_view main_file = "kernel.cpp", program_file = "source/program",
                                  header_folder = "include", object_file = "kernel.o",
                                  remarks_file = "remarks", compiler_log = "log";

/// The file of an in-memory header there.
inline std::string header_file(std::string_view name) {
  return std::string(header_folder).append("/").append(name);
}

/// Whether a compiler option names files or folders that CompilerInvocation does not compare. `-I`
/// and its folder in one word does not.
bool brings_files(std::string_view option);

/// Everything that determines what a compiler does when it starts, besides the files that it reads.
/// Compilers with equal invocations do the same.
struct CompilerInvocation {
  std::vector<std::string> arguments{};  ///< the first is its path
  std::vector<std::string> environment{};
  std::string working_folder{};
  std::vector<FileIdentity> files{};  ///< the compiler's own
  /// Inodes of the folders of its options -I; 0 for a missing folder, which a compiler ignores from
  /// its start on.
  std::vector<std::uint64_t> folder_inodes{};

  /// The invocation of a compiler that starts now.
  static CompilerInvocation now(const HostCompiler& compiler, std::vector<std::string> arguments);

  /// False if options or environment variables name folders that are not compared.
  bool is_complete() const;

  friend bool operator==(const CompilerInvocation&, const CompilerInvocation&) = default;
};

}  // namespace duet::cpu
