#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <string>

#include "system/temporary_folder.hpp"

namespace duet::cpu {

/// A file with an object's code, for debuggers and sanitizers that look for what it tells of its
/// source. Removed with this object or when the process exits.
class VisibleCode {
 public:
  /// @returns null if the code tells nothing of its source, or if no file can be written
  static std::unique_ptr<VisibleCode> of(std::span<const std::byte> image);

  VisibleCode(const VisibleCode&) = delete;
  VisibleCode& operator=(const VisibleCode&) = delete;
  ~VisibleCode();

  const std::string& path() const noexcept { return path_; }

 private:
  explicit VisibleCode(std::span<const std::byte> image);

  TemporaryFolder folder_{};
  std::string path_;
};

}  // namespace duet::cpu
