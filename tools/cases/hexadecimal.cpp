#include "cases/hexadecimal.hpp"

#include <charconv>
#include <stdexcept>

#include <fmt/format.h>

namespace duet::tool {

std::string hexadecimal(std::span<const std::byte> bytes) {
  std::string text;
  for (const std::byte byte : bytes) text += fmt::format("{:02x}", static_cast<unsigned>(byte));
  return text;
}

std::vector<std::byte> parse_hexadecimal(const std::string& text) {
  std::vector<std::byte> bytes;
  for (std::size_t i = 0; i + 1 < text.size(); i += 2) {
    unsigned value = 0;
    const char* const digits = text.data() + i;
    if (std::from_chars(digits, digits + 2, value, 16).ptr != digits + 2) break;
    bytes.push_back(static_cast<std::byte>(value));
  }
  if (bytes.empty() || 2 * bytes.size() != text.size())
    throw std::runtime_error("'" + text + "' does not have two hexadecimal digits per byte");
  return bytes;
}

}  // namespace duet::tool
