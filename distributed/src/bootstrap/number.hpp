#pragma once

#include <charconv>
#include <optional>
#include <string_view>

namespace duet::detail {

/// The whole number that a text is, or none.
inline std::optional<int> number_of(std::string_view text) {
  int number = 0;
  const auto result = std::from_chars(text.data(), text.data() + text.size(), number);
  if (result.ec != std::errc() || result.ptr != text.data() + text.size()) return std::nullopt;
  return number;
}

}  // namespace duet::detail
