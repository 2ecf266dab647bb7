#include "local_headers.hpp"

#include <algorithm>
#include <array>
#include <filesystem>
#include <map>
#include <regex>
#include <string_view>
#include <system_error>
#include <vector>

#include <fmt/format.h>

#include "support/file.hpp"

namespace duet::tool {
namespace {

namespace fs = std::filesystem;

/// Whether a header in a folder has the name of one of CUDA's, which is never mixed in.
bool is_of_the_set(const std::string& name) {
  constexpr std::array<std::string_view, 7> folders{
      "cub/", "cuda/", "thrust/", "cooperative_groups/", "nvtx3/", "nv/", "crt/"};
  return std::any_of(folders.begin(), folders.end(),
                     [&](std::string_view one) { return name.starts_with(one); });
}

/// Whether a header's folder has the name of a standard header: compilers write both to files.
bool is_in_header(const std::string& name) {
  constexpr std::array<std::string_view, 16> headers{
      "algorithm", "array", "atomic",  "complex", "functional", "iterator", "list",   "map",
      "memory",    "queue", "numeric", "random",  "set",        "thread",   "vector", "utility"};
  return name.find('/') != std::string::npos &&
         std::ranges::find(headers, name.substr(0, name.find('/'))) != headers.end();
}

/// Whether a name is that of a header of the system, which others may include.
bool is_of_the_system(const std::string& name) {
  constexpr std::array<std::string_view, 22> headers{
      "assert.h", "complex.h", "ctype.h",  "endian.h", "errno.h",  "fenv.h",
      "float.h",  "limits.h",  "malloc.h", "math.h",   "memory.h", "pthread.h",
      "sched.h",  "signal.h",  "stdarg.h", "stddef.h", "stdint.h", "stdio.h",
      "stdlib.h", "string.h",  "time.h",   "unistd.h"};
  return std::find(headers.begin(), headers.end(), name) != headers.end();
}

/// The folder of the Eigen that has a header; empty if it is none of Eigen's.
fs::path folder_of_eigen(const fs::path& header) {
  if (header.string().find("/Eigen/") == std::string::npos) return {};
  fs::path folder = header.parent_path();
  std::error_code error;
  while (folder.has_relative_path() && !fs::exists(folder / "Eigen/src/Core/util/Macros.h", error))
    folder = folder.parent_path();
  return folder.has_relative_path() ? folder : fs::path();
}

class LocalHeaders {
 public:
  explicit LocalHeaders(Program& program) : program_(program) {}

  /// @returns the text with the includes as the headers in memory are named
  std::string read(const std::string& text, const fs::path& folder) {
    static const std::regex include(
        R"re(^([ \t]*#[ \t]*include[ \t]*)(?:"([^"\n]+)"|<([^>\n]+/[^>\n]+|[^>\n]+\.(?:cuh|hpp|inl|h|cu|c))>))re",
        std::regex::ECMAScript | std::regex::multiline);
    std::string result;
    auto from = text.cbegin();
    for (std::sregex_iterator match(text.begin(), text.end(), include), end; match != end;
         ++match) {
      const bool is_quoted = (*match)[2].matched;
      const std::string written = (*match)[is_quoted ? 2 : 3].str();
      if (!is_quoted && is_of_the_set(written)) continue;
      const std::string name = load(written, is_quoted ? folder : fs::path());
      if (name.empty()) continue;
      result.append(from, (*match)[1].second).append(fmt::format("\"{}\"", name));
      from = (*match)[0].second;
    }
    return result.append(from, text.cend());
  }

 private:
  /// @returns the name that the header has in memory; empty if there is no such file
  std::string load(const std::string& written, const fs::path& folder) {
    const fs::path path = find(written, folder);
    if (path.empty()) return {};
    if (const fs::path eigen = folder_of_eigen(path); !eigen.empty()) {
      add_folder(eigen.string());
      return path.lexically_relative(eigen).string();
    }
    const auto known = names_.find(path.string());
    if (known != names_.end()) return known->second;
    std::string name = new_name(written, path);
    names_[path.string()] = name;  // first, since headers may include each other
    const std::string text = read(read_text(path.string()), path.parent_path());
    program_.headers.push_back({name, text});
    return name;
  }

  /// Compilers read headers there themselves.
  void add_folder(const std::string& folder) {
    std::vector<std::string>& folders = program_.options.include_dirs;
    if (std::ranges::find(folders, folder) == folders.end()) folders.push_back(folder);
  }

  fs::path find(const std::string& written, const fs::path& folder) const {
    std::vector<fs::path> folders;
    if (!folder.empty()) folders.push_back(folder);
    for (const std::string& one : program_.options.include_dirs) folders.emplace_back(one);
    std::error_code error;
    for (const fs::path& one : folders) {
      const bool is_systems =
          fs::exists(one / "cuda_runtime_api.h", error) || fs::exists(one / "stdio.h", error);
      if (!is_systems && fs::is_regular_file(one / written, error))
        return fs::canonical(one / written);
    }
    return {};
  }

  /// The written name without dots that climb; with a number if another header has it, or its
  /// folder.
  std::string new_name(std::string name, const fs::path& path) const {
    while (name.starts_with("../") || name.starts_with("./")) name.erase(0, name.find('/') + 1);
    if (is_of_the_system(name)) name = (path.parent_path().filename() / name).string();
    const auto is_taken = [&](const std::string& wanted) {
      for (const auto& [path, other] : names_)
        if (other == wanted) return true;
      return is_in_header(wanted);
    };
    std::string wanted = name;
    for (int number = 2; is_taken(wanted); ++number) wanted = fmt::format("{}/{}", number, name);
    return wanted;
  }

  Program& program_;
  std::map<std::string, std::string> names_{};  ///< by path
};

}  // namespace

void add_local_headers(Program& program, const std::string& folder) {
  LocalHeaders headers(program);
  program.source = headers.read(program.source, folder.empty() ? "." : folder);
}

}  // namespace duet::tool
