#include "compiler_start.hpp"

#include <sys/stat.h>

#include <algorithm>
#include <filesystem>
#include <string_view>
#include <system_error>
#include <utility>

#include "child_program.hpp"

namespace duet::cpu {

namespace {

CompilerStart::File look_at(std::string path) {
  struct stat status {};
  if (stat(path.c_str(), &status) != 0) return {std::move(path), 0, 0, 0, 0};
  return {std::move(path), status.st_ino, static_cast<std::uint64_t>(status.st_size),
          status.st_mtim.tv_sec, status.st_mtim.tv_nsec};
}

}  // namespace

CompilerStart CompilerStart::now(const HostCompiler& compiler, std::vector<std::string> arguments) {
  std::error_code error;
  CompilerStart start{.arguments = std::move(arguments),
                      .environment = child_environment(),
                      .working_folder = std::filesystem::current_path(error).string()};
  for (std::string& part : parts_of(compiler)) start.files.push_back(look_at(std::move(part)));
  for (const std::string& argument : start.arguments) {
    if (argument.starts_with("-I")) {
      start.folder_inodes.push_back(look_at(argument.substr(2)).inode);
    }
  }
  return start;
}

bool CompilerStart::is_complete() const {
  const auto names_folders = [](std::string_view text) {
    return text == "-I" || text.starts_with("-i") || text.starts_with("--include") ||
           text.starts_with("CPATH=") || text.starts_with("C_INCLUDE_PATH=") ||
           text.starts_with("CPLUS_INCLUDE_PATH=");
  };
  return std::ranges::none_of(arguments, names_folders) &&
         std::ranges::none_of(environment, names_folders);
}

}  // namespace duet::cpu
