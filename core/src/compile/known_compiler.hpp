#pragma once

#include <string>
#include <vector>

#include "compiler_choice.hpp"
#include "compiler_info.hpp"
#include "system/file_identity.hpp"

namespace duet::cache {

/// How the compiler was chosen: the key of its facts. Whoever finds the same has the same compiler,
/// as long as its files are what they were.
struct CompilerEnvironment {
  std::string settings{};              ///< as in CompilerChoice
  std::vector<FileIdentity> places{};  ///< of CompilerChoice, when the choice was made

  explicit CompilerEnvironment(const CompilerChoice& choice);
  std::string key() const;
};

/// A compiler, how it was chosen and what is known of it.
struct KnownCompiler {
  CompilerEnvironment origin;
  CompilerInfo facts;

  /// All files and folders that say whether another process would find the same.
  std::vector<FileIdentity> dependencies() const;
};

}  // namespace duet::cache
