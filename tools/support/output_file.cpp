#include "output_file.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <stdexcept>
#include <string>
#include <system_error>

#include "usage_error.hpp"

namespace duet::tool {
namespace fs = std::filesystem;

namespace {

std::string reason(int error) { return std::system_category().message(error); }

fs::path folder_of(const fs::path& path) {
  return path.has_parent_path() ? path.parent_path() : fs::path(".");
}

/// What `path` leads to, so that a symbolic link is not replaced itself.
fs::path target_of(const fs::path& path) {
  std::error_code error;
  if (!fs::is_symlink(path, error)) return path;
  const fs::path target = fs::weakly_canonical(path, error);
  return error ? path : target;
}

/// An open file that is removed unless `keep` was called.
class NewFile {
 public:
  explicit NewFile(fs::path path, int flags) : path_(std::move(path)) {
    descriptor_ = ::open(path_.c_str(), O_WRONLY | O_CLOEXEC | flags, 0666);
    is_temporary_ = descriptor_ >= 0 && (flags & O_EXCL) != 0;
  }
  NewFile(const NewFile&) = delete;
  NewFile& operator=(const NewFile&) = delete;
  ~NewFile() {
    (void)close();
    if (is_temporary_) ::unlink(path_.c_str());
  }

  bool is_open() const noexcept { return descriptor_ >= 0; }
  /// The following return 0 or the error.
  int write(std::span<const std::byte> bytes) {
    while (!bytes.empty()) {
      const ssize_t count = ::write(descriptor_, bytes.data(), bytes.size());
      if (count < 0 && errno != EINTR) return errno;
      if (count > 0) bytes = bytes.subspan(static_cast<std::size_t>(count));
    }
    return 0;
  }
  int close() {
    if (descriptor_ < 0) return 0;
    const int status = ::close(descriptor_);
    descriptor_ = -1;
    return status == 0 ? 0 : errno;
  }
  int rename_to(const fs::path& target) {
    struct stat old {};
    // The permissions of a replaced file are kept.
    if (::stat(target.c_str(), &old) == 0) (void)::chmod(path_.c_str(), old.st_mode & 07777);
    if (::rename(path_.c_str(), target.c_str()) != 0) return errno;
    is_temporary_ = false;
    return 0;
  }

 private:
  fs::path path_;
  int descriptor_ = -1;
  bool is_temporary_ = false;
};

/// A name that no other thread or process uses.
fs::path temporary_name(const fs::path& target) {
  static std::atomic<unsigned> count{0};
  for (std::error_code ignored;;) {
    fs::path name = folder_of(target) / (".duet-" + std::to_string(::getpid()) + "-" +
                                         std::to_string(count++) + ".tmp");
    if (!fs::exists(name, ignored)) return name;
  }
}

}  // namespace

void require_writable(const fs::path& path, std::size_t bytes) {
  const auto fail = [&path](const std::string& why) {
    throw UsageError("cannot write '" + path.string() + "': " + why);
  };
  const fs::path target = target_of(path);
  const fs::path folder = folder_of(target);
  std::error_code error;
  const fs::file_status status = fs::status(target, error);
  if (fs::is_directory(status)) fail("it is a folder");
  if (fs::exists(status)) {
    if (::access(target.c_str(), W_OK) != 0) fail(reason(errno));
    if (!fs::is_regular_file(status)) return;
  } else if (error && error != std::errc::no_such_file_or_directory) {
    fail(error.message());
  }
  if (!fs::is_directory(folder, error)) fail("the folder '" + folder.string() + "' does not exist");
  if (!NewFile(temporary_name(target), O_CREAT | O_EXCL).is_open())
    fail("its folder: " + reason(errno));
  const fs::space_info space = fs::space(folder, error);
  if (!error && space.capacity > 0 && space.available < bytes) {
    fail("it needs " + std::to_string(bytes) + " bytes, and the file system has " +
         std::to_string(space.available) + " free");
  }
}

void write_bytes(const fs::path& path, std::span<const std::byte> bytes) {
  const auto fail = [&path](const char* action, int error) {
    std::string text = "cannot ";
    text.append(action).append(" '").append(path.string()).append("': ");
    throw std::runtime_error(text.append(reason(error)));
  };
  const fs::path target = target_of(path);
  std::error_code ignored;
  const fs::file_status status = fs::status(target, ignored);
  const bool is_direct = fs::exists(status) && !fs::is_regular_file(status);
  NewFile file(is_direct ? target : temporary_name(target), is_direct ? 0 : O_CREAT | O_EXCL);
  if (!file.is_open()) fail("create", errno);
  if (const int error = file.write(bytes); error != 0) fail("write", error);
  if (const int error = file.close(); error != 0) fail("write", error);
  if (is_direct) return;
  if (const int error = file.rename_to(target); error != 0) fail("create", error);
}

}  // namespace duet::tool
