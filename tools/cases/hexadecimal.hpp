#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <vector>

namespace duet::tool {

/// Two digits a byte.
std::string hexadecimal(std::span<const std::byte> bytes);

/// @throws std::runtime_error if the text is no such, or empty
std::vector<std::byte> parse_hexadecimal(const std::string& text);

}  // namespace duet::tool
