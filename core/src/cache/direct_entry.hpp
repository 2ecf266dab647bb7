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

/// A program's code together with all that must be as it was for compiling to give this code now.
/// It is kept under what the caller and the environment say, so that it is found and checked in one
/// look: without a word from the compiler and without reading the headers.
struct DirectEntry {
  std::vector<FileIdentity> compiler{};  ///< its files, and places where another may appear
  HeaderManifest headers{};
  Digest program{};         ///< of the program's own entry, from which this one was made
  double milliseconds = 0;  ///< as `Code::milliseconds`
  LoadableCode code{};

  /// The entry as a file keeps it under its key.
  std::string framed(std::string_view key) const;
  /// The entry keeps the file, of which the code's image is a part.
  /// @throws LoadError if it is damaged or kept under another key
  static DirectEntry parse(std::vector<std::byte> file, std::string_view key);
};

/// The key of a direct entry.
/// @param architecture  the device's
std::string direct_key(const Program& program, const ToolkitState& toolkit,
                       const std::string& architecture, const std::string& compiler_settings);

/// Whether every file is still what it was.
bool are_current(std::span<const FileIdentity> files);

}  // namespace duet::cache
