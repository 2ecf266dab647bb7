#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <duet/compile.hpp>

#include "base/digest.hpp"
#include "compile/compiler_choice.hpp"
#include "compile/toolkit_state.hpp"
#include "module/loadable_code.hpp"
#include "program/header_manifest.hpp"
#include "system/file_identity.hpp"

namespace duet::cache {

/// A program's code with everything that must be unchanged for it to be reused. The key consists of
/// what the caller and the environment specify, so that a look-up queries no compiler and scans no
/// headers: it reads one file and checks the identities of the others.
struct DirectEntry {
  std::vector<FileIdentity> compiler{};  ///< its files, and paths where another may be found
  HeaderManifest headers{};
  ToolkitState toolkit{};
  Digest program{};         ///< digest of the program entry from which this one was made
  double milliseconds = 0;  ///< as `Code::milliseconds`
  LoadableCode code{};

  /// Serializes the entry with its key.
  std::string framed(std::string_view key) const;
  /// Takes ownership of the file's bytes; the code's image is a part of them.
  /// @throws LoadError if the bytes are damaged or belong to another key
  static DirectEntry parse(std::vector<std::byte> file, std::string_view key);
};

/// Returns the key of a direct entry.
/// @param architecture  the device's architecture
std::string direct_key(const Program& program, const ToolkitState& toolkit,
                       const std::string& architecture, const std::string& compiler_settings);

/// Returns the key of a direct entry for a program that is known by a name.
std::string named_key(const std::string& name, const std::string& architecture,
                      const std::string& compiler_settings);

/// Whether the identity of every file is unchanged.
bool are_current(std::span<const FileIdentity> files);

}  // namespace duet::cache
