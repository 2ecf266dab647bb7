#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <string>

#include "system/temporary_folder.hpp"

namespace duet::cpu {

/// A file with an object's code, for debuggers and sanitizers that look for what it tells of its
/// source. Removed with this object or when the process exits.
class DebugObjectFile {
 public:
  /// @returns null if the code tells nothing of its source, or if no file can be written
  static std::unique_ptr<DebugObjectFile> of(std::span<const std::byte> image);

  DebugObjectFile(const DebugObjectFile&) = delete;
  DebugObjectFile& operator=(const DebugObjectFile&) = delete;
  ~DebugObjectFile();

  const std::string& path() const noexcept { return path_; }

 private:
  explicit DebugObjectFile(std::span<const std::byte> image);

  TemporaryFolder folder_{};
  std::string path_;
};

}  // namespace duet::cpu
