#pragma once

#include <sys/stat.h>

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/record.hpp"

namespace duet {

/// A path and attributes that change when the file is replaced or written to.
struct FileIdentity {
  std::string path{};
  std::uint64_t inode = 0;
  std::uint64_t bytes = 0;
  std::uint64_t modified = 0;  ///< nanoseconds since 1970

  friend bool operator==(const FileIdentity&, const FileIdentity&) = default;
};

FileIdentity identity_of(const std::string& path, const struct stat& status);

/// @returns nothing if the file or folder does not exist
std::optional<FileIdentity> identify(const std::string& path);

/// Returns the identity, or only the path if the file does not exist.
FileIdentity identity_or_path(const std::string& path);

void write(Serializer& record, const FileIdentity& identity);
FileIdentity read_identity(Deserializer& record);

}  // namespace duet
