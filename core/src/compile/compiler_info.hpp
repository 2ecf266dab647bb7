#pragma once

#include <span>
#include <string>
#include <vector>

#include "system/file_identity.hpp"

namespace duet {

/// Properties of a compiler that influence its code, and results of its queries. Stored in a file,
/// so that a process that finds its kernels in the cache does not load the compiler.
struct CompilerInfo {
  std::string description{};                 ///< see compiler_description()
  std::string path{};                        ///< see compiler_path()
  std::vector<std::string> architectures{};  ///< see supported_architectures()
  std::vector<FileIdentity> files{};         ///< all files of the compiler

  /// Loads and queries the compiler. @throws Error (no_compiler and others)
  static CompilerInfo query();

  std::string key_material() const;
  std::string serialised() const;
  /// @throws LoadError if the bytes are damaged
  static CompilerInfo parse(std::span<const std::byte> bytes);
};

/// Whether the files are unchanged and are those that this process would load.
bool is_current(const CompilerInfo& info);

}  // namespace duet
