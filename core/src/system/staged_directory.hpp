#pragma once

#include <filesystem>
#include <string>
#include <string_view>

namespace duet {

/// A name as far as a file may have it: letters, digits, points and underscores stay.
std::string file_safe(std::string_view name);

/// Writes a file and the folders that it lies in. @throws std::filesystem::filesystem_error
void write_file_with_parents(const std::filesystem::path& path, std::string_view content);

/// A folder that is filled beside its place and then renamed, so that it is whole as soon as it is
/// there, whoever else writes. Removed if it is not placed.
/// The functions throw std::filesystem::filesystem_error.
class StagedDirectory {
 public:
  /// @param parent  made if it is not there
  explicit StagedDirectory(const std::filesystem::path& parent);
  StagedDirectory(const StagedDirectory&) = delete;
  StagedDirectory& operator=(const StagedDirectory&) = delete;
  ~StagedDirectory();

  const std::filesystem::path& path() const { return path_; }

  /// @param place  in the parent
  /// @returns false if something is there already
  bool move_to(const std::filesystem::path& place);

 private:
  std::filesystem::path path_;
};

}  // namespace duet
