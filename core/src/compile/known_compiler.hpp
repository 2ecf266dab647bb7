#pragma once

#include <string>
#include <vector>

#include "compiler_choice.hpp"
#include "compiler_info.hpp"
#include "system/file_identity.hpp"

namespace duet {

/// The inputs to the choice of the compiler. Processes with equal environments use the same
/// compiler as long as its files are unchanged.
struct CompilerEnvironment {
  std::string settings{};             ///< see CompilerChoice::settings
  std::vector<FileIdentity> files{};  ///< identities of CompilerChoice::paths

  explicit CompilerEnvironment(const CompilerChoice& choice);
  std::string key() const;
};

/// A compiler with the environment in which it was chosen.
struct KnownCompiler {
  CompilerEnvironment environment;
  CompilerInfo info;

  /// All files and folders that must be unchanged for another process to use the same compiler.
  std::vector<FileIdentity> dependencies() const;
};

}  // namespace duet
