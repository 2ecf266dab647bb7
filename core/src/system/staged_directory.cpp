#include "staged_directory.hpp"

#include <unistd.h>

#include <algorithm>
#include <cctype>
#include <cerrno>
#include <fstream>
#include <utility>

#include "file_size_signal.hpp"

namespace duet {

namespace fs = std::filesystem;

namespace {

[[noreturn]] void fail(const char* action, const fs::path& path) {
  throw fs::filesystem_error(action, path, std::error_code(errno, std::generic_category()));
}

}  // namespace

std::string safe_file_name(std::string_view name) {
  std::string safe(name);
  std::ranges::replace_if(
      safe, [](unsigned char c) { return std::isalnum(c) == 0 && c != '.' && c != '_'; }, '-');
  return safe;
}

void write_file_with_parents(const fs::path& path, std::string_view content) {
  fs::create_directories(path.parent_path());
  const FileSizeSignalBlock block;
  std::ofstream file(path, std::ios::binary);
  file.write(content.data(), static_cast<std::streamsize>(content.size())).flush();
  if (!file) fail("cannot write", path);
}

StagedDirectory::StagedDirectory(const fs::path& parent) {
  fs::create_directories(parent);
  std::string name = (parent / ".unfinished-XXXXXX").string();
  if (mkdtemp(name.data()) == nullptr) fail("cannot create a directory", parent);
  path_ = name;
}

StagedDirectory::~StagedDirectory() {
  std::error_code ignored;
  if (!path_.empty()) fs::remove_all(path_, ignored);
}

bool StagedDirectory::move_to(const fs::path& target) {
  std::error_code error;
  fs::rename(path_, target, error);
  if (error && fs::exists(target)) return false;
  if (error) throw fs::filesystem_error("cannot rename", path_, target, error);
  path_.clear();
  return true;
}

}  // namespace duet
