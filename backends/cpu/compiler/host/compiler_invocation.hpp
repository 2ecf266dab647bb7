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

/// Whether an option of a compiler brings files along, or folders of files, that are not looked at
/// here; `-I` and its folder in one word does not.
bool brings_files(std::string_view option);

/// All that decides what a compiler does which is started now, but for the files that it reads
/// later. Two that are equal do the same.
struct CompilerInvocation {
  std::vector<std::string> arguments{};  ///< the first is its path
  std::vector<std::string> environment{};
  std::string working_folder{};
  std::vector<FileIdentity> files{};  ///< the compiler's own
  /// The folders of its options -I, 0 for none: a compiler that starts forgets those that are not
  /// there.
  std::vector<std::uint64_t> folder_inodes{};

  static CompilerInvocation now(const HostCompiler& compiler, std::vector<std::string> arguments);

  /// Whether that is all: there may be folders of headers that are not looked at here.
  bool is_complete() const;

  friend bool operator==(const CompilerInvocation&, const CompilerInvocation&) = default;
};

}  // namespace duet::cpu
