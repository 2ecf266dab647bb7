#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <vector>

namespace duet::tool {

/// Writes two digits per byte.
std::string hexadecimal(std::span<const std::byte> bytes);

/// @throws std::runtime_error if the text is malformed or empty
std::vector<std::byte> parse_hexadecimal(const std::string& text);

}  // namespace duet::tool
