// Files of the kernel cache. The frame is valid, since random bytes never pass its checksum.

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include <duet/error.hpp>

#include "cache/disk/direct_entry.hpp"
#include "cache/disk/entry.hpp"
#include "compile/compiler_info.hpp"
#include "program/header_manifest.hpp"

namespace {

template <typename Parse>
void try_to(Parse&& parse) {
  try {
    (void)parse();
  } catch (const duet::LoadError&) {
    // expected for damaged bytes
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::span bytes(reinterpret_cast<const std::byte*>(data), size);
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  const std::string whole = duet::cache::framed("key", text);
  try_to([&] { return duet::cache::parse_entry(bytes); });
  try_to([&] { return duet::cache::parse_entry(std::as_bytes(std::span(whole))); });
  try_to([&] { return duet::CompilerInfo::parse(bytes); });
  try_to([&] {
    const std::span file = std::as_bytes(std::span(whole));
    return duet::cache::DirectEntry::parse({file.begin(), file.end()}, "key");
  });
  try_to([&] { return duet::HeaderManifest::parse(bytes); });
  return 0;
}
