#include "visible_code.hpp"

#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <mutex>
#include <set>
#include <system_error>

#include "byte_reader.hpp"
#include "elf_image.hpp"
#include "temporary_folder.hpp"

namespace duet::cpu {

namespace {

/// The folders of the process. Modules that are never unloaded, as those that `jit` keeps, do not
/// remove theirs.
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
    if (folders_.erase(folder) != 0) erase(folder);
  }

 private:
  Folders() {
    (void)std::atexit([] { instance().remove_all(); });
  }
  void remove_all() noexcept {
    const std::lock_guard lock(mutex_);
    for (const std::string& folder : folders_) erase(folder);
    folders_.clear();
  }
  /// A process that was forked leaves its parent's alone.
  void erase(const std::string& folder) const noexcept {
    std::error_code ignored;
    if (getpid() == process_) std::filesystem::remove_all(folder, ignored);
  }

  const pid_t process_ = getpid();
  std::mutex mutex_{};
  std::set<std::string> folders_{};
};

}  // namespace

std::unique_ptr<VisibleCode> VisibleCode::of(std::span<const std::byte> image) {
  if (ElfImage(image).section(".debug_line") == nullptr) return nullptr;
  try {
    return std::unique_ptr<VisibleCode>(new VisibleCode(image));
  } catch (const std::system_error&) {
    return nullptr;
  }
}

VisibleCode::VisibleCode(std::span<const std::byte> image) {
  TemporaryFolder folder;
  path_ = folder.file("kernel.so");
  folder.write("kernel.so", as_text(image));
  Folders::instance().add(folder.path());
  folder_ = folder.release();
}

VisibleCode::~VisibleCode() { Folders::instance().remove(folder_); }

}  // namespace duet::cpu
