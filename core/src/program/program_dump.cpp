#include "program_dump.hpp"

#include <duet/error.hpp>

#include <fmt/format.h>

#include <cstdlib>
#include <functional>

#include "system/staged_directory.hpp"

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
  // Fails to compile when CompileOptions gets a new member.
  // A dumped program is compiled for other devices and on other machines.
  const auto& [architecture, standard, fast_math, contract, debug, line_info, wave_size, defines,
               include_dirs, toolkit_headers, cuda_headers, toolkit_dir, extra] = program.options;
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
  add_flag(cuda_headers, "cuda-headers");
  for (const std::string& option : extra) add("extra", option);
  for (const std::string& kernel : program.kernels) add("kernel", kernel);
  return text;
}

void write_once(const Program& program, const fs::path& parent) {
  const std::string name = fs::path(program.name).filename().string();
  const fs::path target =
      parent / fmt::format("{}-{}", safe_file_name(name), fingerprint_of(program));
  if (fs::exists(target)) return;
  StagedDirectory folder(parent);
  write_program(program, folder.path());
  (void)folder.move_to(target);  // a concurrent writer may have created it
}

}  // namespace

void write_program(const Program& program, const fs::path& folder) {
  write_file_with_parents(folder / "program.cu", program.source);
  write_file_with_parents(folder / "arguments", arguments_of(program));
  for (const Header& header : program.headers) {
    const fs::path path = fs::path(header.name).lexically_normal();
    // Headers outside the folder are not written.
    if (path.is_absolute() || *path.begin() == "..") continue;
    write_file_with_parents(folder / "headers" / path, header.text);
  }
}

std::string fingerprint_of(const Program& program) {
  std::string content = program.source + '\0' + arguments_of(program);
  for (const Header& header : program.headers) content += header.text + '\0';
  return fmt::format("{:016x}", std::hash<std::string>()(content));
}

void dump_program(const Program& program, bool compiled) {
  const char* folder = secure_getenv("DUET_KEEP_PROGRAMS");
  if (folder == nullptr || *folder == 0) return;
  try {
    write_once(program, fs::path(folder) / (compiled ? "compiled" : "refused"));
  } catch (const fs::filesystem_error& error) {
    throw Error(ErrorCode::io, fmt::format("'{}' cannot be written to $DUET_KEEP_PROGRAMS: {}",
                                           program.name, error.what()));
  }
}

}  // namespace duet
