#pragma once

namespace duet {

/// Whether a character can be part of a name in C++, PTX and the like; of ASCII, in every locale.
constexpr bool is_identifier_char(char c) noexcept {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
}

}  // namespace duet
