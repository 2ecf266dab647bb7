#include "stale_directories.hpp"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <ctime>
#include <filesystem>

namespace duet {

namespace {

/// The age in seconds from which a directory is stale. Until then, the files of a crashed process
/// can be used to examine its core file.
constexpr std::time_t stale_age = 24 * 60 * 60;

bool is_stale_and_own(int directory) noexcept {
  struct stat status {};
  if (fstat(directory, &status) != 0 || status.st_uid != geteuid()) return false;
  // A clock that was set back leaves times in the future.
  const std::time_t age = std::time(nullptr) - status.st_mtime;
  return age > stale_age || age < -stale_age;
}

}  // namespace

FileDescriptor lock_directory(const std::string& path) noexcept {
  FileDescriptor directory(open(path.c_str(), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC));
  if (directory && flock(directory.get(), LOCK_EX | LOCK_NB) != 0) return {};
  return directory;
}

void remove_stale_directories(const std::string& parent, const std::string& prefix) noexcept try {
  for (const auto& entry : std::filesystem::directory_iterator(parent)) {
    if (!entry.path().filename().string().starts_with(prefix)) continue;
    const FileDescriptor lock = lock_directory(entry.path().string());
    std::error_code ignored;
    if (lock && is_stale_and_own(lock.get())) std::filesystem::remove_all(entry.path(), ignored);
  }
} catch (const std::exception&) {
  // Best effort: a later process tries again.
}

}  // namespace duet
