#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace duet {

struct Include {
  std::string name{};
  bool quoted = false;  ///< "name", not <name>

  friend bool operator==(const Include&, const Include&) = default;
};

/// The headers that a source may read.
struct IncludeScan {
  std::vector<Include> includes{};
  bool computed = false;        ///< a macro names a header, so that `includes` may be incomplete
  bool contains_paths = false;  ///< the compiled code may contain paths of files
};

/// Finds all #include and __has_include of a text, also in branches that the compiler would skip.
/// An unnecessary one costs at most a compilation; a missing one would lead to wrong code.
IncludeScan scan_includes(std::string_view text);

}  // namespace duet
