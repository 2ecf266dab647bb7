#include "direct_entry.hpp"

#include <algorithm>

#include "code_record.hpp"
#include "request.hpp"

namespace duet::cache {

std::string DirectEntry::serialised() const {
  RecordWriter record;
  record.number(std::uint64_t{compiler.size()});
  for (const FileIdentity& file : compiler) write(record, file);
  record.text(headers.serialised()).bytes(program);
  write(record, code);
  return std::move(record).take();
}

DirectEntry DirectEntry::parse(std::span<const std::byte> bytes) {
  RecordReader record(bytes);
  DirectEntry entry;
  for (auto left = record.number<std::uint64_t>(); left != 0; --left) {
    entry.compiler.push_back(read_identity(record));
  }
  entry.headers = HeaderManifest::parse(record.bytes());
  entry.program = read_digest(record);
  entry.code = read_code(record);
  if (!record.at_end()) throw_load_error("the file is too long");
  return entry;
}

std::string direct_key(const Program& program, const ToolkitState& toolkit,
                       const std::string& architecture, const std::string& compiler_settings) {
  RecordWriter record;
  record.text(compiler_settings);
  // Which target the compiler has for the device, and in which format, is up to the compiler.
  write_request(record, program, toolkit, {architecture, {}});
  for (const std::string& folder : include_folders(program)) record.text(folder);
  return std::move(record).take();
}

bool are_current(std::span<const FileIdentity> files) {
  return std::ranges::all_of(files,
                             [](const FileIdentity& file) { return look_at(file.path) == file; });
}

}  // namespace duet::cache
