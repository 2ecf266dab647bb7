#include "program_key.hpp"

#include <algorithm>
#include <array>
#include <string_view>
#include <vector>

#include <fmt/format.h>

#include "base/record.hpp"
#include "cache/disk/request.hpp"
#include "program/embedded.hpp"

namespace duet::cache {

namespace {

bool starts_with_any(std::string_view text, std::span<const std::string_view> beginnings) {
  return std::ranges::any_of(beginnings, [&](std::string_view b) { return text.starts_with(b); });
}

/// Whether an option's meaning depends on its text alone, not on a file, a folder or the machine.
bool is_self_contained(std::string_view option) {
  constexpr std::array<std::string_view, 11> known{"-O", "-g", "-W", "-w", "-f", "-m",
                                                   "-D", "-U", "-G", "-r", "--"};
  constexpr std::array<std::string_view, 10> dependent{
      "-fplugin",  "-fpass-plugin", "-fprofile",      "-fmodule",  "-fsanitize-",
      "--include", "--pre-include", "--options-file", "--sysroot", "--gcc-toolchain"};
  return starts_with_any(option, known) && !starts_with_any(option, dependent) &&
         option.find('/') == std::string_view::npos &&
         option.find("native") == std::string_view::npos;
}

HeaderManifest find_headers(const Program& program, const std::string& base,
                            const std::vector<std::string>& folders,
                            const std::vector<std::string>& toolkit,
                            const ManifestStorage& manifests) {
  std::string key;
  if (!folders.empty()) {
    Serializer record;
    record.text(base);
    for (const Header& header : program.headers) record.text(header.name).text(header.text);
    for (const std::string& folder : folders) record.text(folder);
    key = std::move(record).take();
    std::optional<HeaderManifest> known = manifests.read(key);
    if (known && is_current(*known)) return *std::move(known);
  }
  std::vector<std::string_view> embedded;
  for (const embedded::File& file : embedded::device_headers()) embedded.push_back(file.name);
  if (program.options.cuda_headers) {
    for (const auto& file : embedded::cuda_spelling_headers()) embedded.push_back(file.name);
  }
  HeaderManifest manifest =
      read_headers(program.name, program.source, program.headers, embedded, folders, toolkit);
  if (!folders.empty()) manifests.write(key, manifest);
  return manifest;
}

std::string find_incompleteness(const Program& program, const HeaderManifest& manifest) {
  if (!manifest.computed.empty()) {
    return fmt::format("a macro names a header that '{}' includes", manifest.computed);
  }
  if (!manifest.unresolved.empty() && vendor::searches_system_folders) {
    return manifest.unresolved + " is neither in memory nor in an include folder";
  }
  const auto option = std::ranges::find_if_not(program.options.extra, is_self_contained);
  if (option == program.options.extra.end()) return {};
  return fmt::format("the result of the option '{}' may depend on files or on the machine",
                     *option);
}

}  // namespace

ProgramKey::ProgramKey(const Program& program, const ToolkitState& toolkit,
                       const vendor::Target& target, const CompilerInfo& info,
                       const ManifestStorage& manifests) {
  Serializer record;
  record.text(info.key_material());
  write_request(record, program, toolkit, target);
  const std::vector<std::string> folders = include_folders(program);
  manifest_ = find_headers(program, record.str(), folders, toolkit.folders, manifests);
  // Debug information and macros of the toolkit contain paths.
  manifest_.contains_paths |=
      program.options.debug || program.options.line_info || !toolkit.folders.empty();
  if (!manifest_.candidates.empty()) record.text(manifest_.key_material());
  for (const Header& header : program.headers) {
    if (std::ranges::binary_search(manifest_.reached, header.name)) {
      record.text(header.name).text(header.text);
    }
  }
  incompleteness_ = find_incompleteness(program, manifest_);
  material_ = std::move(record).take();
  digest_ = sha256(material_);
}

}  // namespace duet::cache
