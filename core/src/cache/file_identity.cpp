#include "file_identity.hpp"

#include <sys/stat.h>

namespace duet::cache {

std::optional<FileIdentity> identify(const std::string& path) {
  struct stat status {};
  if (stat(path.c_str(), &status) != 0) return std::nullopt;
  constexpr std::uint64_t nanoseconds = 1'000'000'000;
  return FileIdentity{.path = path,
                      .inode = status.st_ino,
                      .bytes = static_cast<std::uint64_t>(status.st_size),
                      .modified = static_cast<std::uint64_t>(status.st_mtim.tv_sec) * nanoseconds +
                                  static_cast<std::uint64_t>(status.st_mtim.tv_nsec)};
}

FileIdentity look_at(const std::string& path) {
  return identify(path).value_or(FileIdentity{.path = path});
}

void write(RecordWriter& record, const FileIdentity& identity) {
  record.text(identity.path)
      .number(identity.inode)
      .number(identity.bytes)
      .number(identity.modified);
}

FileIdentity read_identity(RecordReader& record) {
  FileIdentity identity;
  identity.path = record.text();
  identity.inode = record.number<std::uint64_t>();
  identity.bytes = record.number<std::uint64_t>();
  identity.modified = record.number<std::uint64_t>();
  return identity;
}

}  // namespace duet::cache
