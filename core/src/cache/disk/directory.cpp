#include "directory.hpp"

#include <dirent.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <filesystem>
#include <memory>
#include <random>
#include <system_error>
#include <utility>

#include <fmt/format.h>

#include "directory_error.hpp"
#include "system/file_size_signal.hpp"

namespace duet::cache {

namespace {

namespace fs = std::filesystem;

[[noreturn]] void fail(int error, const std::string& problem) {
  throw DirectoryError::of_system(error, problem);
}

/// Whether only `user` can write there.
bool is_private(const struct stat& status, uid_t user) noexcept {
  return status.st_uid == user && (status.st_mode & (S_IWGRP | S_IWOTH)) == 0;
}

/// Throws an error that says why `is_private` is false.
[[noreturn]] void throw_not_private(const struct stat& status, uid_t user,
                                    const std::string& path) {
  if (status.st_uid != user) {
    throw DirectoryError(EPERM,
                         fmt::format("{} belongs to user {}, but this process runs as user {}; "
                                     "set DUET_CACHE_DIR to a folder of this user",
                                     path, status.st_uid, user));
  }
  throw DirectoryError(
      EPERM,
      fmt::format("other users can write to {} (mode {:o}) and could run code in this process; "
                  "use: chmod {} '{}'",
                  path, static_cast<unsigned>(status.st_mode & 07777),
                  S_ISDIR(status.st_mode) ? 700 : 600, path));
}

/// Symbolic links of the same user are permitted, those of other users are an error.
void check_link(const std::string& path) {
  struct stat status {};
  if (lstat(path.c_str(), &status) != 0 || !S_ISLNK(status.st_mode)) return;
  if (status.st_uid != geteuid()) {
    throw DirectoryError(EPERM,
                         fmt::format("{} is a symbolic link of user {}; set DUET_CACHE_DIR to "
                                     "another folder",
                                     path, status.st_uid));
  }
}

void make_folder(const std::string& path) {
  std::error_code error;
  fs::create_directories(fs::path(path).parent_path(), error);  // with the user's usual mode
  if (!error && (mkdir(path.c_str(), S_IRWXU) == 0 || errno == EEXIST)) return;
  fail(error ? error.value() : errno, fmt::format("the folder {} cannot be created", path));
}

void write_all(int file, std::string_view text, const std::string& path) {
  while (!text.empty()) {
    const ssize_t count = ::write(file, text.data(), text.size());
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) fail(errno, fmt::format("{} cannot be written", path));
    text.remove_prefix(static_cast<std::size_t>(count));
  }
}

/// Whether opening a file failed because of what stands in its place: a socket, a symbolic link, a
/// folder.
bool is_obstacle(int error) noexcept { return error == ENXIO || error == ELOOP || error == EISDIR; }

/// @throws DirectoryError if the file is none that `Directory::write` made
void check_regular(const struct stat& status, const std::string& path) {
  if (!S_ISREG(status.st_mode)) {
    throw DirectoryError::of_obstacle(fmt::format("{} is not a regular file", path));
  }
  const auto bytes = static_cast<std::uint64_t>(status.st_size);
  if (bytes > most_file_bytes) {
    throw DirectoryError::of_obstacle(fmt::format(
        "{} has {} bytes; files of the cache have {} at most", path, bytes, most_file_bytes));
  }
}

/// Returns a name that no other thread or process uses, also on other machines.
std::string unique_name() {
  static std::atomic<std::uint64_t> last{std::random_device()()};
  static const std::uint64_t process = std::random_device()();
  return fmt::format("{}{:x}-{:x}-{:x}", temporary_prefix, getpid(), process, ++last);
}

Directory::Time time_of(const timespec& time) {
  return Directory::Time(std::chrono::duration_cast<std::chrono::system_clock::duration>(
      std::chrono::seconds(time.tv_sec) + std::chrono::nanoseconds(time.tv_nsec)));
}

/// Without "/" and "/." at the end, which would make the folder its own parent.
std::string without_end(std::string path) {
  while (path.size() > 1 && (path.ends_with('/') || path.ends_with("/."))) path.pop_back();
  return path;
}

}  // namespace

Directory::Directory(std::string path) : path_(without_end(std::move(path))) {
  if (path_.empty()) {
    throw DirectoryError(ENOENT,
                         "there is no folder for the kernel cache: neither DUET_CACHE_DIR nor "
                         "an absolute XDG_CACHE_HOME or HOME is set; set DUET_CACHE_DIR");
  }
  if (!path_.starts_with('/')) {
    throw DirectoryError(EINVAL, fmt::format("the folder '{}' is not an absolute path", path_));
  }
  constexpr int flags = O_RDONLY | O_DIRECTORY | O_CLOEXEC;
  folder_ = FileDescriptor(open(path_.c_str(), flags | O_NOFOLLOW));
  if (!folder_) {
    check_link(path_);
    folder_ = FileDescriptor(open(path_.c_str(), flags));
  }
  if (!folder_ && errno == ENOENT) {
    make_folder(path_);
    folder_ = FileDescriptor(open(path_.c_str(), flags | O_NOFOLLOW));
  }
  if (!folder_) fail(errno, fmt::format("the folder {} cannot be opened", path_));
  struct stat status {};
  if (fstat(folder_.get(), &status) != 0) fail(errno, fmt::format("{} cannot be read", path_));
  owner_ = geteuid();
  if (!is_private(status, owner_)) throw_not_private(status, owner_, path_);
}

std::optional<Directory::Content> Directory::read(const std::string& name) const {
  const FileDescriptor file(
      openat(folder_.get(), name.c_str(), O_RDONLY | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK));
  if (!file) {
    // Network file systems report ESTALE for a file that another machine has replaced.
    if (errno == ENOENT || errno == ESTALE) return std::nullopt;
    if (is_obstacle(errno)) {
      throw DirectoryError::of_obstacle(fmt::format("{} is not a regular file", path_of(name)));
    }
    fail(errno, fmt::format("{} cannot be opened", path_of(name)));
  }
  struct stat status {};
  if (fstat(file.get(), &status) != 0) fail(errno, fmt::format("{} cannot be read", path_of(name)));
  check_regular(status, path_of(name));
  if (!is_private(status, owner_)) throw_not_private(status, owner_, path_of(name));
  Content content{.bytes = std::vector<std::byte>(static_cast<std::size_t>(status.st_size)),
                  .used = time_of(status.st_mtim)};
  std::vector<std::byte>& bytes = content.bytes;
  std::size_t done = 0;
  while (done < bytes.size()) {
    const ssize_t count = ::read(file.get(), bytes.data() + done, bytes.size() - done);
    if (count < 0 && errno == EINTR) continue;
    if (count < 0 && errno != ESTALE) {
      fail(errno, fmt::format("{} cannot be read", path_of(name)));
    }
    if (count <= 0) break;  // truncated concurrently; the checksum will not match
    done += static_cast<std::size_t>(count);
  }
  bytes.resize(done);
  return content;
}

void Directory::write(const std::string& name, std::string_view text) const {
  const std::string temporary = unique_name();
  FileDescriptor file(openat(folder_.get(), temporary.c_str(),
                             O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0600));
  if (!file) fail(errno, fmt::format("{} cannot be created", path_of(temporary)));
  const FileSizeSignalBlock block;
  try {
    write_all(file.get(), text, path_of(name));
    // Not flushed to disk, which would take milliseconds: after a crash of the machine the file may
    // be damaged, which its checksum shows.
    replace(temporary, name);
  } catch (...) {
    (void)unlinkat(folder_.get(), temporary.c_str(), 0);
    throw;
  }
}

/// Renames a file. Whatever has the new name is replaced, but for folders with content.
void Directory::replace(const std::string& temporary, const std::string& name) const {
  const auto rename = [&] {
    return renameat(folder_.get(), temporary.c_str(), folder_.get(), name.c_str()) == 0;
  };
  if (rename()) return;
  if (errno != EISDIR) fail(errno, fmt::format("{} cannot be renamed", path_of(name)));
  if (unlinkat(folder_.get(), name.c_str(), AT_REMOVEDIR) == 0 && rename()) return;
  throw DirectoryError::of_obstacle(fmt::format(
      "{} is a folder; remove it, so that the cache can have a file of that name", path_of(name)));
}

bool Directory::remove(const std::string& name) const {
  if (unlinkat(folder_.get(), name.c_str(), 0) == 0) return true;
  if (errno == ENOENT) return false;
  if (errno == EISDIR) {
    throw DirectoryError::of_obstacle(fmt::format("{} is a folder; remove it", path_of(name)));
  }
  fail(errno, fmt::format("{} cannot be removed", path_of(name)));
}

void Directory::touch(const std::string& name) const noexcept {
  (void)utimensat(folder_.get(), name.c_str(), nullptr, AT_SYMLINK_NOFOLLOW);
}

std::vector<Directory::File> Directory::list() const {
  FileDescriptor again(openat(folder_.get(), ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  const std::unique_ptr<DIR, int (*)(DIR*)> folder(again ? fdopendir(again.get()) : nullptr,
                                                   &closedir);
  if (folder == nullptr) fail(errno, fmt::format("{} cannot be listed", path_));
  (void)again.release();
  std::vector<File> files;
  while (const dirent* entry = readdir(folder.get())) {
    struct stat status {};
    if (fstatat(folder_.get(), entry->d_name, &status, AT_SYMLINK_NOFOLLOW) != 0) continue;
    if (!S_ISREG(status.st_mode)) continue;
    files.push_back({.name = entry->d_name,
                     .bytes = static_cast<std::uint64_t>(status.st_size),
                     .used = time_of(status.st_mtim)});
  }
  return files;
}

FileDescriptor Directory::open_for_lock(const std::string& name) const {
  FileDescriptor file(
      openat(folder_.get(), name.c_str(), O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC, 0600));
  if (!file && is_obstacle(errno)) {
    throw DirectoryError::of_obstacle(fmt::format("{} is not a regular file", path_of(name)));
  }
  if (!file) fail(errno, fmt::format("{} cannot be opened", path_of(name)));
  return file;
}

}  // namespace duet::cache
