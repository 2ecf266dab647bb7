#include "stale_directories.hpp"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <ctime>
#include <filesystem>

namespace duet {

namespace {

/// Seconds. With the files of a process that crashed, its core file can still be read.
constexpr std::time_t new_for = 24 * 60 * 60;

bool is_old_and_own(int folder) noexcept {
  struct stat status {};
  return fstat(folder, &status) == 0 && status.st_uid == geteuid() &&
         std::time(nullptr) - status.st_mtime > new_for;
}

}  // namespace

FileDescriptor lock_folder(const std::string& path) noexcept {
  FileDescriptor folder(open(path.c_str(), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC));
  if (folder && flock(folder.get(), LOCK_EX | LOCK_NB) != 0) return {};
  return folder;
}

void remove_abandoned_folders(const std::string& parent, const std::string& prefix) noexcept try {
  for (const auto& entry : std::filesystem::directory_iterator(parent)) {
    if (!entry.path().filename().string().starts_with(prefix)) continue;
    const FileDescriptor lock = lock_folder(entry.path().string());
    std::error_code ignored;
    if (lock && is_old_and_own(lock.get())) std::filesystem::remove_all(entry.path(), ignored);
  }
} catch (const std::exception&) {
  // Another process may do it, or nobody.
}

}  // namespace duet
