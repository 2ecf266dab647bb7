#pragma once

#include <chrono>

#include "base/digest.hpp"
#include "directory.hpp"

namespace duet::cache {

/// A file lock held by the process that compiles a program. The system releases it when the process
/// ends.
class EntryLock {
 public:
  /// Blocks until the lock is acquired or the timeout has passed; then `is_held` is false.
  /// @param digest  of the key; different keys may share a lock
  /// @throws DirectoryError if the folder does not support locks
  EntryLock(const Directory& directory, const Digest& digest, std::chrono::milliseconds timeout);

  bool is_held() const noexcept { return held_; }
  bool waited() const noexcept { return waited_; }

 private:
  FileDescriptor file_;
  bool held_ = false;
  bool waited_ = false;
};

/// The prefix of lock files.
inline constexpr std::string_view lock_prefix = "lock-";

}  // namespace duet::cache
