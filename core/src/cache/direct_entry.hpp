#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include <duet/compile.hpp>

#include "compiler_choice.hpp"
#include "digest.hpp"
#include "file_identity.hpp"
#include "header_manifest.hpp"
#include "toolkit_state.hpp"

namespace duet::cache {

/// A program's code together with all that must be as it was for compiling to give this code now.
/// It is kept under what the caller and the environment say, so that it is found and checked in one
/// look: without a word from the compiler and without reading the headers.
struct DirectEntry {
  std::vector<FileIdentity> compiler{};  ///< its files, and places where another may appear
  HeaderManifest headers{};
  Digest program{};  ///< of the program's own entry, from which this one was made
  Code code{};

  std::string serialised() const;
  /// @throws LoadError if the bytes are damaged
  static DirectEntry parse(std::span<const std::byte> bytes);
};

/// The key of a direct entry.
/// @param architecture  the device's
std::string direct_key(const Program& program, const ToolkitState& toolkit,
                       const std::string& architecture, const std::string& compiler_settings);

/// Whether every file is still what it was.
bool are_current(std::span<const FileIdentity> files);

}  // namespace duet::cache
