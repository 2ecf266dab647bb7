#pragma once

#include <array>
#include <cstddef>
#include <span>
#include <string>
#include <string_view>

namespace duet::cache {

/// A SHA-256 value.
using Digest = std::array<std::byte, 32>;

Digest sha256(std::string_view text);

/// 64 lowercase hexadecimal digits.
std::string to_hex(const Digest& digest);

/// A fast checksum (XXH3, 64 bits) against damage, not against malice.
std::uint64_t checksum(std::span<const std::byte> bytes);

}  // namespace duet::cache
