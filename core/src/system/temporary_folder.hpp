#pragma once

#include <sys/types.h>

#include <string>
#include <string_view>
#include <utility>

#include "file_descriptor.hpp"

namespace duet {

/// A private folder below $TMPDIR or /tmp, removed with everything in it by the process that made
/// it.
class TemporaryFolder {
 public:
  /// Removes what processes left behind that were killed: the first time that a process calls it,
  /// which takes the longer the more files there are beside.
  static void remove_abandoned_ones();

  /// @throws std::system_error
  TemporaryFolder();
  TemporaryFolder(TemporaryFolder&& other) noexcept
      : path_(std::exchange(other.path_, {})),
        owner_(other.owner_),
        lock_(std::move(other.lock_)) {}
  TemporaryFolder& operator=(TemporaryFolder&&) = delete;
  ~TemporaryFolder();

  const std::string& path() const noexcept { return path_; }
  /// The path of a file in it.
  std::string file(std::string_view name) const;
  /// Creates folders in between and replaces what has the name. @throws std::system_error
  void write(std::string_view name, std::string_view text) const;
  /// @throws std::system_error
  std::string read(std::string_view name) const;

 private:
  std::string path_;
  pid_t owner_;
  FileDescriptor lock_;  ///< of the folder; others know by it that a process uses it
};

}  // namespace duet
