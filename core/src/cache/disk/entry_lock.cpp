#include "entry_lock.hpp"

#include <sys/file.h>

#include <algorithm>
#include <cerrno>
#include <string>
#include <thread>

#include <duet/timeout.hpp>

#include "directory_error.hpp"

namespace duet::cache {

namespace {

using namespace std::chrono_literals;

/// @returns whether the lock was acquired. @throws DirectoryError if locking is not supported
bool try_lock(int file) {
  while (flock(file, LOCK_EX | LOCK_NB) != 0) {
    if (errno == EWOULDBLOCK) return false;
    if (errno != EINTR) {
      throw DirectoryError::of_system(errno, "the folder does not support file locks");
    }
  }
  return true;
}

}  // namespace

// Lock files are not removed: if another process is about to lock one, there would be two locks.
EntryLock::EntryLock(const Directory& directory, const Digest& digest,
                     std::chrono::milliseconds timeout)
    : file_(directory.open_for_lock(std::string(lock_prefix) + to_hex(digest).substr(0, 2))) {
  const auto end = Timeout(timeout).end();
  for (std::chrono::microseconds pause = 500us;; pause = std::min(2 * pause, 20'000us)) {
    held_ = try_lock(file_.get());
    if (held_ || std::chrono::steady_clock::now() >= end) return;
    waited_ = true;
    std::this_thread::sleep_for(pause);
  }
}

}  // namespace duet::cache
