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

/// A folder that belongs to the user and that nobody else can write to, open so that it cannot be
/// exchanged for another. Whoever could write there could run code in this process.
/// File names are plain names of this folder. Failures are std::system_error with a text that names
/// the file. Thread-safety: const members from any thread.
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

  /// Makes the folder if it is not there, with mode 0700.
  /// @throws std::system_error, also if somebody else owns it or can write to it
  explicit Directory(std::string path);

  const std::string& path() const noexcept { return path_; }

  /// The whole file; nothing if there is none.
  /// @throws std::system_error  it cannot be read, is no plain file, or is not only the user's
  std::optional<Content> read(const std::string& name) const;

  /// Writes a file that others see whole or not at all, whatever happens to this process.
  void write(const std::string& name, std::string_view text) const;

  /// Whether there was such a file.
  bool remove(const std::string& name) const;

  /// Notes that a file was used now. Never fails.
  void touch(const std::string& name) const noexcept;

  std::vector<File> list() const;

  /// Opens a file to lock it, made if it is not there. @throws std::system_error
  FileDescriptor open_for_lock(const std::string& name) const;

 private:
  /// For messages. @returns the path of a file
  std::string path_of(const std::string& name) const { return path_ + "/" + name; }

  std::string path_;
  FileDescriptor folder_{};
  uid_t owner_ = 0;
};

/// How a name begins under which `write` has not finished.
inline constexpr std::string_view unfinished_prefix = "tmp-";

}  // namespace duet::cache
