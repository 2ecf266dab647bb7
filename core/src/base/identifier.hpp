#pragma once

#include <cstddef>
#include <string_view>

namespace duet {

/// Whether an ASCII character can be part of a C++ or PTX identifier. Independent of the locale.
constexpr bool is_identifier_char(char c) noexcept {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
}

/// Whether a text has a word, not only as a part of a longer one.
constexpr bool has_word(std::string_view text, std::string_view word) noexcept {
  for (std::size_t at = text.find(word); at != std::string_view::npos;
       at = text.find(word, at + 1)) {
    const std::size_t end = at + word.size();
    const bool begins = at == 0 || !is_identifier_char(text[at - 1]);
    if (begins && (end == text.size() || !is_identifier_char(text[end]))) return true;
  }
  return false;
}

}  // namespace duet
