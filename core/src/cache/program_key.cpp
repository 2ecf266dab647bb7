#include "program_key.hpp"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <filesystem>
#include <string_view>
#include <vector>

#include "embedded.hpp"
#include "record.hpp"
#include "source_digest.hpp"

namespace duet::cache {

namespace {

namespace fs = std::filesystem;

bool starts_with_any(std::string_view text, std::span<const std::string_view> beginnings) {
  return std::ranges::any_of(beginnings, [&](std::string_view b) { return text.starts_with(b); });
}

/// Whether an option means what it says, and no file, folder or machine.
bool speaks_for_itself(std::string_view option) {
  constexpr std::array<std::string_view, 11> plain{"-O", "-g", "-W", "-w", "-f", "-m",
                                                   "-D", "-U", "-G", "-r", "--"};
  constexpr std::array<std::string_view, 10> reading{
      "-fplugin",  "-fpass-plugin", "-fprofile",      "-fmodule",  "-fsanitize-",
      "--include", "--pre-include", "--options-file", "--sysroot", "--gcc-toolchain"};
  return starts_with_any(option, plain) && !starts_with_any(option, reading) &&
         option.find('/') == std::string_view::npos &&
         option.find("native") == std::string_view::npos;
}

std::vector<std::string> absolute(const std::vector<std::string>& folders) {
  std::vector<std::string> paths;
  for (const std::string& folder : folders) {
    std::error_code error;
    const fs::path path = fs::absolute(folder, error);
    paths.push_back(error ? folder : path.lexically_normal().string());
  }
  return paths;
}

/// All but what include folders hold, and where they are.
RecordWriter written(const Program& program, const vendor::Target& target,
                     const CompilerFacts& facts) {
  RecordWriter record;
  record.text(vendor::backend_name).text(source_digest).text(facts.key_material());
  record.text(target.architecture).number(static_cast<std::uint32_t>(target.format));
  CompileOptions options = program.options;
  options.include_dirs.clear();
  for (const std::string& option : vendor::spell(options, target)) record.text(option);
  record.number(std::uint64_t{options.defines.size()});
  for (const std::string& macro : options.defines) record.text(macro);
  for (const char* variable : vendor::compiler_variables()) {
    const char* const value = std::getenv(variable);
    record.text(value == nullptr ? "" : value);
  }
  record.text(program.name).text(program.source);
  record.number(std::uint64_t{program.kernels.size()});
  for (const std::string& kernel : program.kernels) record.text(kernel);
  record.number(std::uint64_t{program.headers.size()});
  for (const Header& header : program.headers) record.text(header.name).text(header.text);
  return record;
}

HeaderManifest find_headers(const Program& program, const std::string& base,
                            const std::vector<std::string>& folders, const ManifestMemory& memory) {
  std::string key;
  if (!folders.empty()) {
    RecordWriter record;
    record.text(base);
    for (const std::string& folder : folders) record.text(folder);
    key = std::move(record).take();
    std::optional<HeaderManifest> known = memory.read(key);
    if (known && is_current(*known)) return *std::move(known);
  }
  std::vector<std::string_view> embedded;
  for (const embedded::File& file : embedded::device_headers()) embedded.push_back(file.name);
  HeaderManifest manifest = read_headers(program.source, program.headers, embedded, folders);
  if (!folders.empty()) memory.write(key, manifest);
  return manifest;
}

}  // namespace

ProgramKey::ProgramKey(const Program& program, const vendor::Target& target,
                       const CompilerFacts& facts, const ManifestMemory& memory) {
  RecordWriter record = written(program, target, facts);
  const std::vector<std::string> folders = absolute(program.options.include_dirs);
  manifest_ = find_headers(program, record.str(), folders, memory);
  // Debug information names folders and files.
  manifest_.tells_its_place |= program.options.debug || program.options.line_info;
  if (!manifest_.places.empty()) record.text(manifest_.key_material());
  complete_ = !manifest_.computed && !(manifest_.unknown && vendor::searches_system_folders) &&
              std::ranges::all_of(program.options.extra, speaks_for_itself);
  material_ = std::move(record).take();
  digest_ = sha256(material_);
}

}  // namespace duet::cache
