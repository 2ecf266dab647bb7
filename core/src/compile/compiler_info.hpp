#pragma once

#include <span>
#include <string>
#include <vector>

#include "system/file_identity.hpp"

namespace duet::cache {

/// What decides which code a compiler makes, and what is asked of it before it compiles. Kept in a
/// file, so that a process that finds its kernels in the cache never loads the compiler.
struct CompilerInfo {
  std::string description{};                 ///< as compiler_description()
  std::string path{};                        ///< as compiler_path()
  std::vector<std::string> architectures{};  ///< as supported_architectures()
  std::vector<FileIdentity> files{};         ///< of all that the compiler consists of

  /// Loads the compiler and asks it. @throws Error (no_compiler and others)
  static CompilerInfo ask();

  std::string key_material() const;
  std::string serialised() const;
  /// @throws LoadError if the bytes are damaged
  static CompilerInfo parse(std::span<const std::byte> bytes);
};

/// Whether the files are still what they were, and are those that this process would use.
bool is_current(const CompilerInfo& facts);

}  // namespace duet::cache
