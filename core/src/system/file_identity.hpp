#pragma once

#include <sys/stat.h>

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/record.hpp"

namespace duet::cache {

/// What changes when a file is replaced or written to.
struct FileIdentity {
  std::string path{};
  std::uint64_t inode = 0;
  std::uint64_t bytes = 0;
  std::uint64_t modified = 0;  ///< nanoseconds since 1970

  friend bool operator==(const FileIdentity&, const FileIdentity&) = default;
};

FileIdentity identity_of(const std::string& path, const struct stat& status);

/// @returns nothing if there is no such file or folder
std::optional<FileIdentity> identify(const std::string& path);

/// The same, but the path alone if there is nothing.
FileIdentity look_at(const std::string& path);

void write(Serializer& record, const FileIdentity& identity);
FileIdentity read_identity(Deserializer& record);

}  // namespace duet::cache
