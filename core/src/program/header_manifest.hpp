#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include <duet/program.hpp>

#include "base/digest.hpp"
#include "system/file_identity.hpp"

namespace duet {

/// A path where a header may be found.
struct HeaderCandidate {
  std::string label{};  ///< folder index and name, independent of where the folders are: "2/a.hpp"
  FileIdentity identity{};          ///< when it was read; only the path if there is no file
  std::optional<Digest> content{};  ///< empty if there is no file
  bool settled = false;             ///< old enough that any later change alters the identity
};

/// The files in include folders that a compilation may read, and the missing files that it would
/// read if they existed.
struct HeaderManifest {
  std::vector<HeaderCandidate> candidates{};
  std::vector<std::string> reached{};  ///< names of the headers in memory that may be read
  std::string computed{};       ///< the text whose include is a macro: candidates may be missing
  std::string unresolved{};     ///< a header that only the compiler may find, with its includer
  bool contains_paths = false;  ///< the code may contain paths of files

  /// Labels and contents for a cache key; with paths if the code may contain them.
  std::string key_material() const;

  std::string serialised() const;
  /// @throws LoadError if the bytes are damaged
  static HeaderManifest parse(std::span<const std::byte> bytes);
};

/// Scans the source and everything it includes, directly or indirectly.
/// @param name     the program's
/// @param source   the program's text
/// @param headers  the program's own headers in memory, which the compiler prefers
/// @param known    names of further in-memory headers, which include nothing
/// @param folders  include folders in search order
/// @param toolkit  folders searched after these; their files are not candidates of the manifest
HeaderManifest read_headers(const std::string& name, std::string_view source,
                            std::span<const Header> headers,
                            std::span<const std::string_view> known,
                            std::span<const std::string> folders,
                            std::span<const std::string> toolkit);

/// Whether no candidate has changed since the manifest was made. Contents are read again only for
/// files whose identity is not conclusive.
bool is_current(const HeaderManifest& manifest);

}  // namespace duet
