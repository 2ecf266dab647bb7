#include "toolkit_state.hpp"

#include <dirent.h>
#include <fcntl.h>
#include <sys/stat.h>

#include <algorithm>
#include <memory>
#include <set>
#include <utility>

#include "base/digest.hpp"
#include "base/record.hpp"
#include "system/file_descriptor.hpp"
#include "system/file_identity.hpp"

namespace duet {

namespace {

/// Collects the files below folders. Follows links, visits each folder once.
class FolderScan {
 public:
  void add(int parent, const std::string& name, const std::string& path) {
    FileDescriptor folder(openat(parent, name.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
    struct stat status {};
    if (!folder || fstat(folder.get(), &status) != 0) return;
    if (!seen_.emplace(status.st_dev, status.st_ino).second) return;
    const std::unique_ptr<DIR, int (*)(DIR*)> open(fdopendir(folder.get()), &closedir);
    if (open == nullptr) return;
    const int descriptor = folder.release();
    while (const dirent* entry = readdir(open.get())) {
      const std::string child = entry->d_name;
      if (child == "." || child == ".." || fstatat(descriptor, child.c_str(), &status, 0) != 0)
        continue;
      if (S_ISDIR(status.st_mode)) {
        add(descriptor, child, path + "/" + child);
      } else {
        files_.push_back(identity_of(path + "/" + child, status));
      }
    }
  }

  std::vector<FileIdentity> files() && {
    std::ranges::sort(files_, {}, &FileIdentity::path);
    return std::move(files_);
  }

 private:
  std::set<std::pair<dev_t, ino_t>> seen_{};
  std::vector<FileIdentity> files_{};
};

}  // namespace

ToolkitState ToolkitState::scan(std::vector<std::string> folders) {
  if (folders.empty()) return {};
  FolderScan scan;
  for (const std::string& folder : folders) scan.add(AT_FDCWD, folder, folder);
  Serializer record;
  for (const std::string& folder : folders) record.text(folder);
  for (const FileIdentity& file : std::move(scan).files()) write(record, file);
  return {.folders = std::move(folders), .digest = to_hex(sha256(record.str()))};
}

}  // namespace duet
