#include "temporary_folder.hpp"

#include <stdlib.h>
#include <sys/statvfs.h>
#include <unistd.h>

#include <cerrno>
#include <cstdint>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <mutex>
#include <new>
#include <set>
#include <system_error>
#include <utility>

#include "base/environment.hpp"
#include "base/log.hpp"

#include "file_size_signal.hpp"
#include "stale_directories.hpp"

namespace duet {

namespace {

constexpr const char* name_prefix = "duet-work-";
constexpr const char* memory_folder = "/dev/shm";

/// Has a text of its own, without the error's number at the end.
class FolderError : public std::system_error {
 public:
  FolderError(int number, std::string text)
      : std::system_error(number, std::generic_category()), text_(std::move(text)) {}
  const char* what() const noexcept override { return text_.c_str(); }

 private:
  std::string text_;
};

/// Whether small files can be in memory. Making and removing files on a disk can take longer than
/// compiling them. Other programs may fill the folder at any time.
bool has_memory_folder() {
  constexpr std::uint64_t least_bytes = std::uint64_t{32} << 20;
  struct statvfs system {};
  return access(memory_folder, W_OK | X_OK) == 0 && statvfs(memory_folder, &system) == 0 &&
         std::uint64_t{system.f_bavail} * system.f_frsize >= least_bytes;
}

std::string parent_folder(TemporaryFolder::Place place) {
  std::string folder = environment_value("TMPDIR");
  if (folder.starts_with('/')) return folder;
  if (!folder.empty()) {
    log(LogLevel::warning,
        "the environment variable TMPDIR is '{}', but must be an absolute path; /tmp is used",
        folder);
  }
  if (place == TemporaryFolder::Place::memory && has_memory_folder()) return memory_folder;
  return "/tmp";
}

const char* advice(int number) {
  switch (number) {
    case ENOENT: return "make that folder, or set TMPDIR to another one";
    case ENOSPC:
    case EDQUOT: return "free space there, or set TMPDIR to a folder on another disk";
    case EFBIG: return "raise the limit of file sizes (ulimit -f)";
    case EMFILE:
    case ENFILE: return "close files, or raise the limit of open files (ulimit -n)";
    default: return "set TMPDIR to a folder that this process can write to";
  }
}

/// @param action  "written to" or "read from"
/// @param path    of a folder of this class
[[noreturn]] void fail(int number, const char* action, const std::string& path) {
  if (number == 0) number = EIO;
  throw FolderError(
      number, fmt::format("temporary files cannot be {} {}: {}; {}", action,
                          path.substr(0, path.rfind('/')), std::strerror(number), advice(number)));
}

/// The folders of this process, which `remove_all` removes. Never destroyed: folders may be members
/// of static objects.
struct Folders {
  std::mutex mutex{};  ///< guards the members
  std::set<std::string> paths{};
  std::set<std::string> left{};  ///< those of `paths` that could not be removed yet
};
Folders& folders() {
  static Folders& list = *new Folders;
  return list;
}

/// Removes folders that could not be removed before. The caller holds the lock.
void remove_left() {
  std::set<std::string>& left = folders().left;
  for (auto path = left.begin(); path != left.end();) {
    std::error_code error;
    std::filesystem::remove_all(*path, error);
    if (error) return;
    folders().paths.erase(*path);
    path = left.erase(path);
  }
}

}  // namespace

void TemporaryFolder::remove_stale() {
  static std::once_flag once;
  std::call_once(once, [] {
    const std::string disk = parent_folder(Place::disk), memory = parent_folder(Place::memory);
    remove_stale_directories(disk, name_prefix);
    if (memory != disk) remove_stale_directories(memory, name_prefix);
  });
}

TemporaryFolder::TemporaryFolder(Place place)
    : path_(parent_folder(place) + "/" + name_prefix + "XXXXXX"), owner_(getpid()) {
  const std::lock_guard lock(folders().mutex);
  remove_left();
  if (mkdtemp(path_.data()) == nullptr) fail(errno, "written to", path_);
  folders().paths.insert(path_);
  lock_ = lock_directory(path_);
}

TemporaryFolder::~TemporaryFolder() {
  if (path_.empty() || owner_ != getpid()) return;
  std::error_code error;
  std::filesystem::remove_all(path_, error);
  if (error) std::filesystem::remove_all(path_, error);  // a lack of descriptors passes
  const std::lock_guard lock(folders().mutex);
  if (!error) {
    folders().paths.erase(path_);
    return;
  }
  try {
    folders().left.insert(path_);
  } catch (const std::bad_alloc&) {
    // The end of the process removes it.
  }
}

void TemporaryFolder::remove_all() noexcept try {
  folders().mutex.lock();  // forever
  for (const std::string& path : folders().paths) {
    std::error_code ignored;
    std::filesystem::remove_all(path, ignored);
  }
} catch (const std::exception&) {
  // A later process removes stale folders.
}

std::string TemporaryFolder::file(std::string_view name) const {
  return path_ + "/" + std::string(name);
}

void TemporaryFolder::write(std::string_view name, std::string_view text) const {
  const std::string path = file(name);
  if (name.find('/') != std::string_view::npos) {
    std::filesystem::create_directories(std::filesystem::path(path).parent_path());
  }
  (void)unlink(path.c_str());  // a symbolic link would redirect the write
  const FileSizeSignalBlock block;
  errno = 0;
  std::ofstream out(path, std::ios::binary);
  out.write(text.data(), static_cast<std::streamsize>(text.size()));
  if (!out.flush()) fail(errno, "written to", path_);
}

std::string TemporaryFolder::read(std::string_view name) const {
  const std::string path = file(name);
  errno = 0;
  std::ifstream in(path, std::ios::binary | std::ios::ate);
  const std::streamoff size = in ? std::streamoff{in.tellg()} : -1;
  std::string text(size < 0 ? 0 : static_cast<std::size_t>(size), '\0');
  in.seekg(0);
  if (size < 0 || !in.read(text.data(), static_cast<std::streamsize>(text.size()))) {
    fail(errno, "read from", path_);
  }
  return text;
}

}  // namespace duet
