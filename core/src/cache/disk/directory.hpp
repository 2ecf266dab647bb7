#pragma once

#include <sys/types.h>

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "system/file_descriptor.hpp"

namespace duet::cache {

/// A folder that only its user can write to, kept open so that it cannot be replaced by another: a
/// writer of the folder could run code in this process. File names are relative to the folder.
/// Errors are DirectoryError with the file's name and what to do.
/// Thread-safety: const members can be called from any thread.
class Directory {
 public:
  using Time = std::chrono::system_clock::time_point;
  struct File {
    std::string name{};
    std::uint64_t bytes = 0;
    Time used{};
  };
  struct Content {
    std::vector<std::byte> bytes{};
    Time used{};
  };

  /// Creates the folder with mode 0700 if it does not exist.
  /// @throws DirectoryError, also if another user owns the folder or can write to it
  explicit Directory(std::string path);

  const std::string& path() const noexcept { return path_; }

  /// Reads a whole file. @returns nothing if it does not exist
  /// @throws DirectoryError if it cannot be read or is not private; an obstacle if it is no regular
  ///                        file or larger than `most_file_bytes`
  std::optional<Content> read(const std::string& name) const;

  /// Writes a file atomically: readers see the previous file or the whole new one.
  /// @throws DirectoryError, an obstacle if a folder with content has that name
  void write(const std::string& name, std::string_view text) const;

  /// @returns whether the file existed
  bool remove(const std::string& name) const;

  /// Sets a file's time of last use to now. Errors are ignored.
  void touch(const std::string& name) const noexcept;

  std::vector<File> list() const;

  /// Opens a lock file and creates it if needed. @throws DirectoryError
  FileDescriptor open_for_lock(const std::string& name) const;

 private:
  void replace(const std::string& temporary, const std::string& name) const;
  /// Returns the path of a file, for messages.
  std::string path_of(const std::string& name) const { return path_ + "/" + name; }

  std::string path_;
  FileDescriptor folder_{};
  uid_t owner_ = 0;
};

/// The size that no file of the cache exceeds.
inline constexpr std::uint64_t most_file_bytes = std::uint64_t{1} << 30;

/// The prefix of the temporary files of `write`.
inline constexpr std::string_view temporary_prefix = "tmp-";

}  // namespace duet::cache
