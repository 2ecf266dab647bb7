#include "entry_lock.hpp"

#include <sys/file.h>

#include <algorithm>
#include <cerrno>
#include <string>
#include <system_error>
#include <thread>

namespace duet::cache {

namespace {

using namespace std::chrono_literals;

/// @returns whether it is held now. @throws std::system_error  there is no locking here
bool try_lock(int file) {
  while (flock(file, LOCK_EX | LOCK_NB) != 0) {
    if (errno == EWOULDBLOCK) return false;
    if (errno != EINTR) {
      throw std::system_error(errno, std::generic_category(), "the folder takes no locks");
    }
  }
  return true;
}

}  // namespace

// The files stay: removing one that another process is about to lock would give two locks.
EntryLock::EntryLock(const Directory& directory, const Digest& digest,
                     std::chrono::milliseconds most)
    : file_(directory.open_for_lock(std::string(lock_prefix) + to_hex(digest).substr(0, 2))) {
  const auto end = std::chrono::steady_clock::now() + most;
  for (std::chrono::microseconds pause = 500us;; pause = std::min(2 * pause, 20'000us)) {
    held_ = try_lock(file_.get());
    if (held_ || std::chrono::steady_clock::now() >= end) return;
    waited_ = true;
    std::this_thread::sleep_for(pause);
  }
}

}  // namespace duet::cache
