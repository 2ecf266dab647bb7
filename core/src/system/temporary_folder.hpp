#pragma once

#include <sys/types.h>

#include <string>
#include <string_view>
#include <utility>

#include "file_descriptor.hpp"

namespace duet {

/// A private folder. The process that created it removes it with its content.
class TemporaryFolder {
 public:
  /// Where it is, unless TMPDIR names a folder for all.
  enum class Place {
    disk,   ///< /tmp
    memory  ///< /dev/shm if it has room, else /tmp: for small files that are soon gone
  };

  /// Removes stale folders of killed processes on the first call in a process; later calls do
  /// nothing. The time grows with the number of files in the parent folder.
  static void remove_stale();

  /// Removes the folders of this process. Afterwards, making and destroying a folder block forever.
  static void remove_all() noexcept;

  /// @throws std::system_error
  explicit TemporaryFolder(Place place = Place::disk);
  TemporaryFolder(TemporaryFolder&& other) noexcept
      : path_(std::exchange(other.path_, {})),
        owner_(other.owner_),
        lock_(std::move(other.lock_)) {}
  TemporaryFolder& operator=(TemporaryFolder&&) = delete;
  ~TemporaryFolder();

  const std::string& path() const noexcept { return path_; }
  /// Returns the path of a file in the folder.
  std::string file(std::string_view name) const;
  /// Creates parent folders and replaces an existing file. @throws std::system_error
  void write(std::string_view name, std::string_view text) const;
  /// @throws std::system_error
  std::string read(std::string_view name) const;

 private:
  std::string path_;
  pid_t owner_;
  FileDescriptor lock_;  ///< marks the folder as used for other processes
};

}  // namespace duet
