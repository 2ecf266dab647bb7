#include "direct_entry.hpp"

#include <algorithm>
#include <bit>
#include <cstdint>
#include <utility>

#include "entry.hpp"
#include "request.hpp"

namespace duet::cache {

std::string DirectEntry::framed(std::string_view key) const {
  Serializer record;
  record.bytes(code.image());
  write(record, code.contents);
  record.number(std::bit_cast<std::uint64_t>(milliseconds)).bytes(program);
  record.number(std::uint64_t{compiler.size()});
  for (const FileIdentity& file : compiler) write(record, file);
  record.text(headers.serialised()).number(std::uint64_t{toolkit.folders.size()});
  for (const std::string& folder : toolkit.folders) record.text(folder);
  record.text(toolkit.digest);
  return cache::framed(key, record.str());
}

DirectEntry DirectEntry::parse(std::vector<std::byte> file, std::string_view key) {
  DirectEntry entry{.code = {.bytes = std::move(file)}};
  LoadableCode& code = entry.code;
  Deserializer record(unframed(code.bytes, key));
  const std::span<const std::byte> image = record.bytes();
  code.image_at = static_cast<std::size_t>(image.data() - code.bytes.data());
  code.image_size = image.size();
  code.contents = read_contents(record);
  entry.milliseconds = std::bit_cast<double>(record.number<std::uint64_t>());
  entry.program = read_digest(record);
  for (auto remaining = record.number<std::uint64_t>(); remaining != 0; --remaining) {
    entry.compiler.push_back(read_identity(record));
  }
  entry.headers = HeaderManifest::parse(record.bytes());
  for (auto remaining = record.number<std::uint64_t>(); remaining != 0; --remaining) {
    entry.toolkit.folders.push_back(record.text());
  }
  entry.toolkit.digest = record.text();
  if (!record.at_end()) throw_load_error("the file is too long");
  return entry;
}

std::string direct_key(const Program& program, const ToolkitState& toolkit,
                       const std::string& architecture, const std::string& compiler_settings) {
  Serializer record;
  record.text(compiler_settings);
  // The compiler chooses its target and format for the device, so neither is part of this key.
  write_request(record, program, toolkit, {architecture, {}});
  record.text(program.options.architecture);
  record.number(std::uint64_t{program.headers.size()});
  for (const Header& header : program.headers) record.text(header.name).text(header.text);
  for (const std::string& folder : include_folders(program)) record.text(folder);
  return std::move(record).take();
}

std::string named_key(const std::string& name, const std::string& architecture,
                      const std::string& compiler_settings) {
  Serializer record;
  // Flags and variables of the environment are those of an empty program.
  write_request(record, {.name = {}}, {}, {architecture, {}});
  record.text("named").text(compiler_settings).text(name);
  return std::move(record).take();
}

bool are_current(std::span<const FileIdentity> files) {
  return std::ranges::all_of(
      files, [](const FileIdentity& file) { return identity_or_path(file.path) == file; });
}

}  // namespace duet::cache
