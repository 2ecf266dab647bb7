#pragma once

#include <string>
#include <string_view>
#include <utility>

namespace duet::cpu {

/// A private folder below $TMPDIR or /tmp, removed with everything in it unless it is released.
class TemporaryFolder {
 public:
  /// @throws std::system_error
  TemporaryFolder();
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;
  ~TemporaryFolder();

  const std::string& path() const noexcept { return path_; }
  /// The path of a file in it.
  std::string file(std::string_view name) const;
  /// Creates folders in between. @throws std::system_error
  void write(std::string_view name, std::string_view text) const;
  /// @throws std::system_error
  std::string read(std::string_view name) const;
  /// From here on the folder is the caller's.
  std::string release() noexcept { return std::exchange(path_, std::string()); }

 private:
  std::string path_;
};

}  // namespace duet::cpu
