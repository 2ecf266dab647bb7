#pragma once

namespace duet {

/// Whether an ASCII character can be part of a C++ or PTX identifier. Independent of the locale.
constexpr bool is_identifier_char(char c) noexcept {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
}

}  // namespace duet
