#pragma once

#include <filesystem>
#include <string>
#include <string_view>

namespace duet {

/// Makes a valid file name: replaces all but letters, digits, points and underscores with hyphens.
std::string safe_file_name(std::string_view name);

/// Writes a file and creates its parent directories. @throws std::filesystem::filesystem_error
void write_file_with_parents(const std::filesystem::path& path, std::string_view content);

/// A temporary directory that is filled and then renamed to its target, so that the target appears
/// with all its files at once, also with concurrent writers. Removed unless it is renamed.
/// The functions throw std::filesystem::filesystem_error.
class StagedDirectory {
 public:
  /// @param parent  created if it does not exist
  explicit StagedDirectory(const std::filesystem::path& parent);
  StagedDirectory(const StagedDirectory&) = delete;
  StagedDirectory& operator=(const StagedDirectory&) = delete;
  ~StagedDirectory();

  const std::filesystem::path& path() const { return path_; }

  /// Renames the directory. @param target  a path in the parent
  /// @returns false if the target exists
  bool move_to(const std::filesystem::path& target);

 private:
  std::filesystem::path path_;
};

}  // namespace duet
