#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include <duet/compile.hpp>

#include "base/digest.hpp"
#include "system/file_identity.hpp"

namespace duet::cache {

/// A place where a header was looked for.
struct HeaderPlace {
  std::string label{};  ///< the same wherever the folders lie: "2/shape.hpp" of the third folder
  FileIdentity identity{};          ///< at the time of reading; its path alone if there is no file
  std::optional<Digest> content{};  ///< none if there is no file
  bool settled = false;             ///< whether a change from now on shows in the identity
};

/// The files of include folders that a compilation may read, and those that it would have read had
/// they been there.
struct HeaderManifest {
  std::vector<HeaderPlace> places{};
  bool computed = false;  ///< a macro names a header: the places are not all
  bool unknown = false;   ///< a header is none of these; only the compiler finds it, if at all
  bool tells_its_place = false;  ///< the code may contain paths

  /// The places with their contents, and with their paths if the code may contain them.
  std::string key_material() const;

  std::string serialised() const;
  /// @throws LoadError if the bytes are damaged
  static HeaderManifest parse(std::span<const std::byte> bytes);
};

/// Reads the source and all that it includes, directly or not.
/// @param source   the program's text
/// @param headers  those in memory, which the compiler prefers
/// @param known    names of further headers in memory, which include nothing
/// @param folders  in the order in which they are searched
/// @param toolkit  folders that are searched after them; what they hold is no place of the manifest
HeaderManifest read_headers(std::string_view source, std::span<const Header> headers,
                            std::span<const std::string_view> known,
                            std::span<const std::string> folders,
                            std::span<const std::string> toolkit);

/// Whether nothing has changed since the manifest was made. Contents are read again only where the
/// files' times cannot tell.
bool is_current(const HeaderManifest& manifest);

}  // namespace duet::cache
