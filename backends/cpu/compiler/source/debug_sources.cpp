#include "debug_sources.hpp"

#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <functional>
#include <iterator>
#include <span>
#include <string_view>
#include <system_error>

#include "program/embedded.hpp"
#include "program/spelling/cuda_spelling.hpp"

namespace duet::embedded {
std::span<const File> cpu_prelude();
}

namespace duet::cpu {

namespace {

namespace fs = std::filesystem;

std::string_view without_last_newlines(std::string_view text) {
  return text.substr(0, text.find_last_not_of('\n') + 1);
}

/// Whether the source is the text of the file that it is named after.
bool is_in_file(const Program& program) {
  std::ifstream file(program.name, std::ios::binary);
  if (!file) return false;
  const std::string text((std::istreambuf_iterator<char>(file)), std::istreambuf_iterator<char>());
  return without_last_newlines(without_spelling_prologue(program.source)) ==
         without_last_newlines(text);
}

/// Whether a file of this name stays in its folder.
bool stays_in_folder(const fs::path& name) {
  if (name.empty() || name.is_absolute()) return false;
  for (const fs::path& part : name) {
    if (part == "..") return false;
  }
  return true;
}

/// A folder that only the user can write to; empty if it cannot be created.
fs::path private_folder() {
  const char* base = secure_getenv("TMPDIR");
  const fs::path path = fs::path(base != nullptr && *base == '/' ? base : "/tmp") /
                        fmt::format("duet-debug-{}", geteuid());
  struct stat status {};
  constexpr mode_t others = S_IWGRP | S_IWOTH;
  (void)mkdir(path.c_str(), S_IRWXU);
  const bool is_ours = lstat(path.c_str(), &status) == 0 && S_ISDIR(status.st_mode) &&
                       status.st_uid == geteuid() && (status.st_mode & others) == 0;
  return is_ours ? path : fs::path();
}

std::size_t hash_of(const Program& program) {
  constexpr std::hash<std::string_view> hash;
  std::size_t result = hash(program.name) * 31 + hash(program.source);
  for (const NamedText& header : program.headers) {
    result = (result * 31 + hash(header.name)) * 31 + hash(header.text);
  }
  return result;
}

/// Creates the file by a rename, since debuggers of other processes may read it.
void write(const fs::path& path, std::string_view text) {
  std::error_code ignored;
  if (fs::exists(path, ignored)) return;
  fs::create_directories(path.parent_path(), ignored);
  const fs::path temporary = path.string() + fmt::format(".{}", getpid());
  std::ofstream(temporary, std::ios::binary) << text;
  fs::rename(temporary, path, ignored);
}

}  // namespace

std::string write_debug_sources(const Program& program) {
  if (is_in_file(program) || !stays_in_folder(program.name)) return {};
  const fs::path base = private_folder();
  if (base.empty()) return {};
  const fs::path folder = base / fmt::format("{:016x}", hash_of(program));
  write(folder / program.name, without_spelling_prologue(program.source));
  for (const NamedText& header : program.headers) {
    if (stays_in_folder(header.name)) write(folder / header.name, header.text);
  }
  for (const embedded::File& file : embedded::cpu_prelude()) {
    write(folder / "duet" / file.name, file.text);
  }
  return folder.string();
}

}  // namespace duet::cpu
