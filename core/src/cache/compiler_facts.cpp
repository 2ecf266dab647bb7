#include "compiler_facts.hpp"

#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <optional>
#include <set>

#include "compiler.hpp"

namespace duet::cache {

namespace {

namespace fs = std::filesystem;

std::string value_of(const char* variable) {
  const char* value = std::getenv(variable);
  return value == nullptr ? std::string() : value;
}

/// A path that stands for the same file however it was reached.
std::string real_path(const std::string& path) {
  std::error_code error;
  const fs::path real = fs::canonical(path, error);
  return error ? path : real.string();
}

void write_identity(RecordWriter& record, const std::string& path) {
  const std::optional<FileIdentity> identity = identify(path);
  record.number(std::uint32_t{identity.has_value()});
  if (identity) write(record, *identity);
}

}  // namespace

CompilerFacts CompilerFacts::ask() {
  CompilerFacts facts{.description = duet::compiler_description(),
                      .architectures = duet::supported_architectures()};
  std::set<std::string> paths;
  for (const std::string& path : vendor::compiler_files()) paths.insert(real_path(path));
  for (const std::string& path : paths) {
    if (std::optional<FileIdentity> identity = identify(path)) {
      facts.files.push_back(*std::move(identity));
    }
  }
  return facts;
}

std::string CompilerFacts::key_material() const {
  RecordWriter record;
  record.text(description);
  for (const FileIdentity& file : files) write(record, file);
  return std::move(record).take();
}

std::string CompilerFacts::serialised() const {
  RecordWriter record;
  record.text(description).number(std::uint64_t{architectures.size()});
  for (const std::string& name : architectures) record.text(name);
  record.number(std::uint64_t{files.size()});
  for (const FileIdentity& file : files) write(record, file);
  return std::move(record).take();
}

CompilerFacts CompilerFacts::parse(std::span<const std::byte> bytes) {
  RecordReader record(bytes);
  CompilerFacts facts{.description = record.text()};
  for (auto left = record.number<std::uint64_t>(); left != 0; --left) {
    facts.architectures.push_back(record.text());
  }
  for (auto left = record.number<std::uint64_t>(); left != 0; --left) {
    facts.files.push_back(read_identity(record));
  }
  return facts;
}

bool is_current(const CompilerFacts& facts) {
  const LibrarySearch& search = vendor::compiler_search();
  if (value_of(search.override_variable.c_str()).empty()) {
    // One that the process has loaded already, for itself or for others, is what loading by the
    // same name gives.
    for (const std::string& loaded : loaded_libraries(search.names)) {
      if (std::ranges::find(facts.files, real_path(loaded), &FileIdentity::path) ==
          facts.files.end()) {
        return false;
      }
    }
  }
  return std::ranges::all_of(
      facts.files, [](const FileIdentity& file) { return identify(file.path) == file; });
}

std::string compiler_choice() {
  RecordWriter record;
  record.text(vendor::backend_name);
  std::vector<const char*> variables{"LD_LIBRARY_PATH"};
  std::ranges::copy(vendor::compiler_choice_variables(), std::back_inserter(variables));
  for (const char* variable : variables) {
    const std::string value = value_of(variable);
    record.text(variable).text(value);
    // A library that is new in one of the folders changes the folder.
    for (std::size_t begin = 0; begin < value.size();) {
      const std::size_t end = std::min(value.find(':', begin), value.size());
      if (end != begin) write_identity(record, value.substr(begin, end - begin));
      begin = end + 1;
    }
  }
  write_identity(record, "/etc/ld.so.cache");
  // A program may bring its own search path.
  char program[4096];
  const ssize_t length = readlink("/proc/self/exe", program, sizeof(program));
  record.text({program, static_cast<std::size_t>(std::max<ssize_t>(length, 0))});
  return std::move(record).take();
}

}  // namespace duet::cache
