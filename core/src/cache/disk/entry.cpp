#include "entry.hpp"

#include <cstdint>

#include "base/digest.hpp"
#include "base/record.hpp"
#include "program/code_record.hpp"

namespace duet::cache {

namespace {

// File format: magic number, checksum of the rest, body, key. The body precedes the key so that an
// image at its beginning is aligned. The last character of the magic number is the version of all
// formats in the folder.
constexpr std::string_view magic = "duetkc-4";

struct Frame {
  std::span<const std::byte> body;
  std::span<const std::byte> key;
};

Frame open_frame(std::span<const std::byte> bytes) {
  ByteReader header(bytes, "the file");
  if (as_text(header.take(magic.size())) != magic)
    throw_load_error("the file is not a cache file of this version");
  const auto sum = header.number<std::uint64_t>();
  const auto rest = bytes.subspan(magic.size() + sizeof(sum));
  if (checksum(rest) != sum) throw_load_error("the file's checksum is wrong");
  Deserializer record(rest);
  const Frame frame{.body = record.bytes(), .key = record.bytes()};
  if (!record.at_end()) throw_load_error("the file is too long");
  return frame;
}

}  // namespace

std::string framed(std::string_view key, std::string_view body) {
  Serializer record;
  record.text(body).text(key);
  const std::string rest = std::move(record).take();
  Serializer header;
  header.number(checksum(as_bytes(rest)));
  return std::string(magic).append(header.str()).append(rest);
}

std::span<const std::byte> unframed(std::span<const std::byte> bytes, std::string_view key) {
  const Frame frame = open_frame(bytes);
  if (as_text(frame.key) != key) throw_load_error("the file belongs to another key");
  return frame.body;
}

std::string serialised(std::string_view key, std::string_view name, const Code& code) {
  Serializer record;
  record.text(name);
  write(record, code);
  return framed(key, record.str());
}

Entry parse_entry(std::span<const std::byte> bytes) {
  const Frame frame = open_frame(bytes);
  Deserializer record(frame.body);
  Entry entry{.key = std::string(as_text(frame.key)), .name = record.text()};
  entry.code = read_code(record);
  if (!record.at_end()) throw_load_error("the file is too long");
  return entry;
}

}  // namespace duet::cache
