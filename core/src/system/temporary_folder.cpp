#include "temporary_folder.hpp"

#include <stdlib.h>
#include <unistd.h>

#include <cerrno>
#include <filesystem>
#include <fstream>
#include <mutex>
#include <set>
#include <system_error>

#include "stale_directories.hpp"

namespace duet {

namespace {

constexpr const char* name_prefix = "duet-work-";

[[noreturn]] void throw_errno(const std::string& message) {
  throw std::system_error(errno, std::generic_category(), message);
}

std::string parent_folder() {
  const char* base = std::getenv("TMPDIR");
  return base != nullptr && *base == '/' ? base : "/tmp";
}

/// The folders of this process, which `remove_all` removes. Never destroyed: folders may be members
/// of static objects.
struct Folders {
  std::mutex mutex{};  ///< guards paths
  std::set<std::string> paths{};
};
Folders& folders() {
  static Folders& list = *new Folders;
  return list;
}

}  // namespace

void TemporaryFolder::remove_stale() {
  static std::once_flag once;
  std::call_once(once, [] { remove_stale_directories(parent_folder(), name_prefix); });
}

TemporaryFolder::TemporaryFolder()
    : path_(parent_folder() + "/" + name_prefix + "XXXXXX"), owner_(getpid()) {
  const std::lock_guard lock(folders().mutex);
  if (mkdtemp(path_.data()) == nullptr) throw_errno("cannot create the folder " + path_);
  folders().paths.insert(path_);
  lock_ = lock_directory(path_);
}

TemporaryFolder::~TemporaryFolder() {
  if (path_.empty() || owner_ != getpid()) return;
  std::error_code ignored;
  std::filesystem::remove_all(path_, ignored);
  const std::lock_guard lock(folders().mutex);
  folders().paths.erase(path_);
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
  errno = 0;
  std::ofstream out(path, std::ios::binary);
  out.write(text.data(), static_cast<std::streamsize>(text.size()));
  if (!out.flush()) throw_errno("cannot write " + path);
}

std::string TemporaryFolder::read(std::string_view name) const {
  const std::string path = file(name);
  errno = 0;
  std::ifstream in(path, std::ios::binary | std::ios::ate);
  std::string text(in ? static_cast<std::size_t>(in.tellg()) : 0, '\0');
  in.seekg(0);
  if (!in.read(text.data(), static_cast<std::streamsize>(text.size()))) {
    throw_errno("cannot read " + path);
  }
  return text;
}

}  // namespace duet
