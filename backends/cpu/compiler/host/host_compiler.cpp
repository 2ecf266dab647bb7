#include "host_compiler.hpp"

#include <unistd.h>

#include <algorithm>
#include <charconv>
#include <cstdlib>
#include <filesystem>
#include <string_view>
#include <system_error>

#include "cpu/base/child_program.hpp"
#include "system/temporary_folder.hpp"

namespace duet::cpu {

namespace {

namespace fs = std::filesystem;

bool is_program(const fs::path& path) {
  std::error_code ignored;
  return fs::is_regular_file(path, ignored) && access(path.c_str(), X_OK) == 0;
}

std::vector<std::string> search_folders() {
  const char* variable = secure_getenv("PATH");
  const std::string_view all = variable != nullptr ? variable : "/usr/local/bin:/usr/bin:/bin";
  std::vector<std::string> folders;
  for (std::size_t begin = 0; begin <= all.size();) {
    const std::size_t end = std::min(all.find(':', begin), all.size());
    if (end != begin) folders.emplace_back(all.substr(begin, end - begin));
    begin = end + 1;
  }
  return folders;
}

/// The clang++-N with the greatest N along $PATH.
std::string newest_numbered_clang() {
  constexpr std::string_view prefix = "clang++-";
  int newest = 0;
  std::string found;
  for (const std::string& folder : search_folders()) {
    std::error_code ignored;
    for (const fs::directory_entry& entry : fs::directory_iterator(folder, ignored)) {
      const std::string name = entry.path().filename().string();
      if (!name.starts_with(prefix)) continue;
      int number = 0;
      const char* end = name.data() + name.size();
      const auto parsed = std::from_chars(name.data() + prefix.size(), end, number);
      if (parsed.ec != std::errc() || parsed.ptr != end || number <= newest) continue;
      if (!is_program(entry.path())) continue;
      newest = number;
      found = entry.path().string();
    }
  }
  return found;
}

bool is_clang(const std::string& path) {
  const std::string name = fs::path(path).filename().string();
  if (name.find("clang") != std::string::npos) return true;
  if (name.starts_with("g++")) return false;
  return version_line(path).find("clang") != std::string::npos;
}

std::optional<HostCompiler> search(std::string& message) {
  if (const char* chosen = secure_getenv("DUET_CPU_COMPILER"); chosen != nullptr && *chosen != 0) {
    const std::string path = find_program(chosen);
    if (!path.empty()) return HostCompiler{path, is_clang(path)};
    message = std::string("no C++ compiler: $DUET_CPU_COMPILER is '") + chosen +
              "', which is not a program; correct or unset it\n";
    return std::nullopt;
  }
  for (const char* name : {"clang++", "", "g++"}) {
    const std::string path = *name != 0 ? find_program(name) : newest_numbered_clang();
    if (!path.empty()) return HostCompiler{path, is_clang(path)};
  }
  message =
      "no C++ compiler was found to compile kernels for the CPU: install one (apt-get install "
      "clang), or set DUET_CPU_COMPILER to its path. Tried clang++, clang++-N and g++ in\n";
  for (const std::string& folder : search_folders()) message += "  " + folder + "\n";
  return std::nullopt;
}

/// The first line of a program's output; empty if it fails.
/// @throws std::exception  if it cannot be started
std::string first_line_of(const std::vector<std::string>& arguments) {
  const TemporaryFolder folder;
  ChildProgram program(arguments, folder.file("output"));
  if (program.wait() != ProgramEnd::success) return {};
  const std::string text = folder.read("output");
  return text.substr(0, text.find('\n'));
}

}  // namespace

std::optional<HostCompiler> find_host_compiler(std::string& error) {
  try {
    return search(error);
  } catch (const std::exception& exception) {
    error = exception.what();
    return std::nullopt;
  }
}

std::vector<std::string> parts_of(const HostCompiler& compiler) {
  const fs::path real = fs::canonical(compiler.path);
  std::vector<std::string> parts{real.string()};
  if (compiler.is_clang) {
    const fs::path libraries = real.parent_path().parent_path() / "lib";
    if (!fs::is_directory(libraries)) return parts;
    for (const fs::directory_entry& entry : fs::directory_iterator(libraries)) {
      const std::string name = entry.path().filename().string();
      const bool is_part = name.starts_with("libLLVM") || name.starts_with("libclang-cpp");
      if (is_part && name.find(".so") != std::string::npos) {
        parts.push_back(entry.path().string());
      }
    }
    std::ranges::sort(parts);
  } else {
    for (const char* program : {"cc1plus", "as"}) {
      const std::string path =
          first_line_of({compiler.path, std::string("-print-prog-name=") + program});
      parts.push_back(find_program(path));
    }
  }
  return parts;
}

std::string find_program(const std::string& name) {
  if (name.find('/') != std::string::npos) return is_program(name) ? name : "";
  for (const std::string& folder : search_folders()) {
    const fs::path path = fs::path(folder) / name;
    if (is_program(path)) return path.string();
  }
  return {};
}

std::string version_line(const std::string& program) {
  return first_line_of({program, "--version"});
}

}  // namespace duet::cpu
