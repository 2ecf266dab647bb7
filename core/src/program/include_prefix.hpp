#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace duet {

/// Whether a header name is one of duet's device headers, or a part of the headers in CUDA's
/// spelling.
inline bool is_own_header(std::string_view name) {
  return name.starts_with("duet/device/") || name.starts_with("duet/spelling/");
}

/// The leading lines of a source if they only include duet's headers. Generated sources often share
/// them.
struct IncludePrefix {
  std::string text{};      ///< the lines without comments
  std::size_t length = 0;  ///< in characters of the source
  std::size_t lines = 0;
};

IncludePrefix include_prefix_of(std::string_view source);

}  // namespace duet
