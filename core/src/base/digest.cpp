#include "digest.hpp"

#include <algorithm>

// The newer SHA256() first reads the machine's OpenSSL configuration, which takes longer than the
// rest of a cache hit.
#define OPENSSL_SUPPRESS_DEPRECATED
#include <openssl/sha.h>

#define XXH_INLINE_ALL
#include <xxhash.h>

namespace duet {

Digest sha256(std::string_view text) {
  Digest digest;
  SHA256_CTX context;
  (void)SHA256_Init(&context);
  (void)SHA256_Update(&context, text.data(), text.size());
  (void)SHA256_Final(reinterpret_cast<unsigned char*>(digest.data()), &context);
  return digest;
}

std::string to_hex(std::span<const std::byte> bytes) {
  constexpr char digits[] = "0123456789abcdef";
  std::string text;
  text.reserve(2 * bytes.size());
  for (const std::byte byte : bytes) {
    text += digits[std::to_integer<unsigned>(byte) >> 4];
    text += digits[std::to_integer<unsigned>(byte) & 15];
  }
  return text;
}

std::string hash_name(std::string_view text) {
  XXH128_canonical_t name;
  XXH128_canonicalFromHash(&name, XXH3_128bits(text.data(), text.size()));
  return to_hex(std::as_bytes(std::span(name.digest)));
}

Digest read_digest(Deserializer& record) {
  Digest digest;
  const std::span<const std::byte> bytes = record.bytes();
  if (bytes.size() != digest.size()) throw_load_error("the record is damaged");
  std::ranges::copy(bytes, digest.begin());
  return digest;
}

std::uint64_t checksum(std::span<const std::byte> bytes) {
  return XXH3_64bits(bytes.data(), bytes.size());
}

}  // namespace duet
