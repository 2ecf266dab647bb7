#pragma once

#include <array>
#include <cstddef>
#include <span>
#include <string>
#include <string_view>

#include "record.hpp"

namespace duet::cache {

/// A SHA-256 value.
using Digest = std::array<std::byte, 32>;

Digest sha256(std::string_view text);

/// A name for a text whose file repeats it whole: much faster, and those who want two texts to have
/// the same may find them. 32 lowercase hexadecimal digits (XXH3, 128 bits).
std::string short_name(std::string_view text);

/// Two lowercase hexadecimal digits a byte.
std::string to_hex(std::span<const std::byte> bytes);

/// What `Serializer::bytes` wrote of one. @throws LoadError
Digest read_digest(Deserializer& record);

/// A fast checksum (XXH3, 64 bits) against damage, not against malice.
std::uint64_t checksum(std::span<const std::byte> bytes);

}  // namespace duet::cache
