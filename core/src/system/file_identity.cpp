#include "file_identity.hpp"

namespace duet {

FileIdentity identity_of(const std::string& path, const struct stat& status) {
  constexpr std::uint64_t nanoseconds = 1'000'000'000;
  return {.path = path,
          .inode = status.st_ino,
          .bytes = static_cast<std::uint64_t>(status.st_size),
          .modified = static_cast<std::uint64_t>(status.st_mtim.tv_sec) * nanoseconds +
                      static_cast<std::uint64_t>(status.st_mtim.tv_nsec)};
}

std::optional<FileIdentity> identify(const std::string& path) {
  struct stat status {};
  if (stat(path.c_str(), &status) != 0) return std::nullopt;
  return identity_of(path, status);
}

FileIdentity identity_or_path(const std::string& path) {
  return identify(path).value_or(FileIdentity{.path = path});
}

void write(Serializer& record, const FileIdentity& identity) {
  record.text(identity.path)
      .number(identity.inode)
      .number(identity.bytes)
      .number(identity.modified);
}

FileIdentity read_identity(Deserializer& record) {
  FileIdentity identity;
  identity.path = record.text();
  identity.inode = record.number<std::uint64_t>();
  identity.bytes = record.number<std::uint64_t>();
  identity.modified = record.number<std::uint64_t>();
  return identity;
}

}  // namespace duet
