#pragma once

#include <array>
#include <cstddef>
#include <span>
#include <string>
#include <string_view>

#include "record.hpp"

namespace duet {

/// A SHA-256 value.
using Digest = std::array<std::byte, 32>;

Digest sha256(std::string_view text);

/// A name for a file whose content includes the text. Much faster than `sha256` but not resistant
/// to deliberate collisions. 32 lowercase hexadecimal digits (XXH3, 128 bits).
std::string hash_name(std::string_view text);

/// Two lowercase hexadecimal digits per byte.
std::string to_hex(std::span<const std::byte> bytes);

/// Reads a digest written with `Serializer::bytes`. @throws LoadError if it has the wrong size
Digest read_digest(Deserializer& record);

/// A fast checksum (XXH3, 64 bits). It detects damage, not manipulation.
std::uint64_t checksum(std::span<const std::byte> bytes);

}  // namespace duet
