#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace duet::cache {

struct Include {
  std::string name{};
  bool quoted = false;  ///< "name", not <name>

  friend bool operator==(const Include&, const Include&) = default;
};

/// What a source may read besides itself.
struct IncludeScan {
  std::vector<Include> includes{};
  bool computed = false;         ///< a macro says what is included, so that nobody knows it here
  bool tells_its_place = false;  ///< the code may contain the names of its files
};

/// Finds every #include and __has_include of a text, also those that the compiler would skip: what
/// is too much costs a compilation at most, what is missing would give wrong code.
IncludeScan scan_includes(std::string_view text);

}  // namespace duet::cache
