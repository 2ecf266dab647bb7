#pragma once

#include <cerrno>
#include <cstring>
#include <stdexcept>
#include <string>

#include <fmt/format.h>

namespace duet::cache {

/// Why the cache folder or a file in it cannot be used, and what to do about it.
class DirectoryError : public std::runtime_error {
 public:
  /// @param number  an errno, or 0 if no call of the system failed
  DirectoryError(int number, const std::string& text) : std::runtime_error(text), number_(number) {}

  /// An error of the system: `problem`, the system's text for `number`, and advice.
  static DirectoryError of_system(int number, const std::string& problem) {
    const std::string cause = fmt::format("{}; {}", std::strerror(number), advice(number));
    DirectoryError error(number, fmt::format("{}: {}", problem, cause));
    error.cause_ = cause;
    return error;
  }

  /// Something that cannot be a file of the cache stands in a file's place.
  static DirectoryError of_obstacle(const std::string& text) {
    DirectoryError error(0, text);
    error.is_obstacle_ = true;
    return error;
  }

  /// The text without the names of files if the system gave the reason, else all of it.
  std::string cause() const { return cause_.empty() ? what() : cause_; }
  /// Whether only one file is concerned, not the folder.
  bool is_obstacle() const noexcept { return is_obstacle_; }
  /// Whether the folder or the file does not exist.
  bool is_missing() const noexcept { return number_ == ENOENT; }

 private:
  static const char* advice(int number) {
    switch (number) {
      case ENOSPC:
      case EDQUOT: return "free space there, or set DUET_CACHE_DIR to a folder on another disk";
      case ENOTDIR: return "remove the file that is in the way, or set DUET_CACHE_DIR to a folder";
      case EMFILE:
      case ENFILE: return "too many files are open (ulimit -n)";
      case EFBIG: return "raise the limit of file sizes (ulimit -f)";
      default: return "set DUET_CACHE_DIR to a folder that this process can write to";
    }
  }

  int number_;
  std::string cause_{};
  bool is_obstacle_ = false;
};

}  // namespace duet::cache
