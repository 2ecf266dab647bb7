#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <string>

#include "system/temporary_folder.hpp"

namespace duet::cpu {

/// A file with a module's code, from which debuggers and sanitizers read debug information. Removed
/// by the destructor or when the process exits.
class DebugObjectFile {
 public:
  /// @returns null if the code has no debug information, or if no file can be written
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
