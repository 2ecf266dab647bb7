#pragma once

#include <chrono>

#include "base/digest.hpp"
#include "directory.hpp"

namespace duet::cache {

/// Held by the one process that compiles a program. The system lets go of it when its holder dies.
class EntryLock {
 public:
  /// Waits for it.
  /// @param digest  of the key; a few keys share a lock
  /// @param most    how long; then `is_held` is false, and the caller goes on without
  /// @throws std::system_error if the folder takes no lock files
  EntryLock(const Directory& directory, const Digest& digest, std::chrono::milliseconds most);

  bool is_held() const noexcept { return held_; }
  bool waited() const noexcept { return waited_; }

 private:
  FileDescriptor file_;
  bool held_ = false;
  bool waited_ = false;
};

/// How the names of lock files begin.
inline constexpr std::string_view lock_prefix = "lock-";

}  // namespace duet::cache
