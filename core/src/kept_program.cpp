#include "kept_program.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cctype>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <functional>

namespace duet {

namespace {

namespace fs = std::filesystem;

std::string arguments_of(const Program& program) {
  std::string text;
  const auto add = [&](std::string_view option, std::string_view value) {
    text += fmt::format("--{}={}", option, value) + '\0';
  };
  const auto add_flag = [&](bool set, std::string_view option) {
    if (set) text += fmt::format("--{}", option) + '\0';
  };
  // Does not compile when there is an option more.
  const auto& [standard, fast_math, contract, debug, line_info, wave_size, defines, include_dirs,
               toolkit_headers, extra] = program.options;
  add("std", std::to_string(standard));
  add_flag(fast_math, "fast-math");
  if (contract) add("contract", *contract ? "on" : "off");
  add_flag(debug, "debug");
  add_flag(line_info, "line-info");
  if (wave_size) add("wave-size", std::to_string(*wave_size));
  for (const std::string& define : defines) add("define", define);
  for (const Header& header : program.headers) {
    add("header", fmt::format("{0}=headers/{0}", header.name));
  }
  for (const std::string& folder : include_dirs) add("include", fs::absolute(folder).string());
  add_flag(toolkit_headers, "toolkit-headers");
  for (const std::string& option : extra) add("extra", option);
  for (const std::string& kernel : program.kernels) add("kernel", kernel);
  return text;
}

/// The program's name, as far as a file may have it, and a number for the content.
std::string folder_name(const Program& program, const std::string& arguments) {
  std::string content = program.source + '\0' + arguments;
  for (const Header& header : program.headers) content += header.text + '\0';
  std::string name = fs::path(program.name).filename().string();
  std::ranges::replace_if(
      name, [](unsigned char c) { return std::isalnum(c) == 0 && c != '.' && c != '_'; }, '-');
  return fmt::format("{}-{:016x}", name, std::hash<std::string>()(content));
}

void write(const fs::path& path, std::string_view text) {
  fs::create_directories(path.parent_path());
  std::ofstream file(path, std::ios::binary);
  file.write(text.data(), static_cast<std::streamsize>(text.size())).flush();
  if (!file)
    throw fs::filesystem_error("cannot write", path,
                               std::error_code(errno, std::generic_category()));
}

void write_program(const Program& program, const std::string& arguments, const fs::path& folder) {
  write(folder / "program.cu", program.source);
  write(folder / "arguments", arguments);
  for (const Header& header : program.headers) {
    const fs::path path = fs::path(header.name).lexically_normal();
    // A name that leads out of the folder stays unwritten; not every compiler takes one.
    if (path.is_absolute() || *path.begin() == "..") continue;
    write(folder / "headers" / path, header.text);
  }
}

/// Writes beside the place and renames, so that a folder is whole as soon as it is there.
void write_once(const Program& program, const fs::path& parent) {
  const std::string arguments = arguments_of(program);
  const fs::path place = parent / folder_name(program, arguments);
  if (fs::exists(place)) return;
  fs::create_directories(parent);
  std::string unfinished = (parent / ".unfinished-XXXXXX").string();
  if (mkdtemp(unfinished.data()) == nullptr) {
    throw fs::filesystem_error("cannot create a folder", parent,
                               std::error_code(errno, std::generic_category()));
  }
  write_program(program, arguments, unfinished);
  std::error_code error;
  fs::rename(unfinished, place, error);
  if (!error) return;
  fs::remove_all(unfinished);
  if (!fs::exists(place)) throw fs::filesystem_error("cannot rename", unfinished, place, error);
}

}  // namespace

void keep_program(const Program& program, bool compiled) {
  const char* folder = std::getenv("DUET_KEEP_PROGRAMS");
  if (folder == nullptr || *folder == 0) return;
  try {
    write_once(program, fs::path(folder) / (compiled ? "compiled" : "refused"));
  } catch (const fs::filesystem_error& error) {
    throw Error(ErrorCode::io, fmt::format("'{}' cannot be kept in $DUET_KEEP_PROGRAMS: {}",
                                           program.name, error.what()));
  }
}

}  // namespace duet
