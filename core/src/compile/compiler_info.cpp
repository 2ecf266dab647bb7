#include "compiler_info.hpp"

#include <duet/compile.hpp>

#include <algorithm>
#include <filesystem>
#include <optional>
#include <set>

#include "base/environment.hpp"
#include "compiler.hpp"

namespace duet {

namespace {

namespace fs = std::filesystem;

/// Resolves symbolic links. @returns the path itself on failure
std::string real_path(const std::string& path) {
  std::error_code error;
  const fs::path real = fs::canonical(path, error);
  return error ? path : real.string();
}

}  // namespace

CompilerInfo CompilerInfo::query() {
  CompilerInfo info{.description = duet::compiler_description(),
                    .path = duet::compiler_path(),
                    .architectures = duet::supported_architectures()};
  std::set<std::string> paths;
  for (const std::string& path : vendor::compiler_files()) paths.insert(real_path(path));
  for (const std::string& path : paths) {
    if (std::optional<FileIdentity> identity = identify(path)) {
      info.files.push_back(*std::move(identity));
    }
  }
  return info;
}

std::string CompilerInfo::key_material() const {
  Serializer record;
  record.text(description);
  for (const FileIdentity& file : files) write(record, file);
  return std::move(record).take();
}

std::string CompilerInfo::serialised() const {
  Serializer record;
  record.text(description).text(path).number(std::uint64_t{architectures.size()});
  for (const std::string& name : architectures) record.text(name);
  record.number(std::uint64_t{files.size()});
  for (const FileIdentity& file : files) write(record, file);
  return std::move(record).take();
}

CompilerInfo CompilerInfo::parse(std::span<const std::byte> bytes) {
  Deserializer record(bytes);
  CompilerInfo info{.description = record.text()};
  info.path = record.text();
  for (auto remaining = record.number<std::uint64_t>(); remaining != 0; --remaining) {
    info.architectures.push_back(record.text());
  }
  for (auto remaining = record.number<std::uint64_t>(); remaining != 0; --remaining) {
    info.files.push_back(read_identity(record));
  }
  return info;
}

bool is_current(const CompilerInfo& info) {
  const LibrarySearch& search = vendor::compiler_search();
  if (environment_value(search.override_variable.c_str()).empty()) {
    // If a library of the same name is already loaded, the loader returns that one.
    for (const std::string& loaded : loaded_libraries(search.names)) {
      if (std::ranges::find(info.files, real_path(loaded), &FileIdentity::path) ==
          info.files.end()) {
        return false;
      }
    }
  }
  return std::ranges::all_of(info.files,
                             [](const FileIdentity& file) { return identify(file.path) == file; });
}

}  // namespace duet
