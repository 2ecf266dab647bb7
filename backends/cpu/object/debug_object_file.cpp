#include "debug_object_file.hpp"

#include <cstdlib>
#include <filesystem>
#include <mutex>
#include <set>
#include <system_error>

#include "base/byte_reader.hpp"
#include "base/elf_image.hpp"
#include "system/forked_process.hpp"

namespace duet::cpu {

namespace {

constexpr const char* file_name = "kernel.so";

/// The folders that still exist. Removes them when the process exits, since modules that are never
/// unloaded, such as those of `jit`, do not.
class Folders {
 public:
  static Folders& instance() {
    static Folders& folders = *new Folders;
    return folders;
  }
  void add(const std::string& folder) {
    const std::lock_guard lock(mutex_);
    folders_.insert(folder);
  }
  void remove(const std::string& folder) noexcept {
    const std::lock_guard lock(mutex_);
    folders_.erase(folder);
  }

 private:
  Folders() {
    (void)std::atexit([] { instance().remove_all(); });
  }
  void remove_all() noexcept {
    if (is_forked_copy()) return;  // they belong to the process that forked this one
    const std::lock_guard lock(mutex_);
    std::error_code ignored;
    for (const std::string& folder : folders_) std::filesystem::remove_all(folder, ignored);
    folders_.clear();
  }

  std::mutex mutex_{};
  std::set<std::string> folders_{};
};

}  // namespace

std::unique_ptr<DebugObjectFile> DebugObjectFile::of(std::span<const std::byte> image) {
  if (ElfImage(image).section(".debug_line") == nullptr) return nullptr;
  try {
    return std::unique_ptr<DebugObjectFile>(new DebugObjectFile(image));
  } catch (const std::system_error&) {
    return nullptr;
  }
}

DebugObjectFile::DebugObjectFile(std::span<const std::byte> image)
    : path_(folder_.file(file_name)) {
  folder_.write(file_name, as_text(image));
  Folders::instance().add(folder_.path());
}

DebugObjectFile::~DebugObjectFile() { Folders::instance().remove(folder_.path()); }

}  // namespace duet::cpu
