#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace duet {

/// Whether a header is one of duet's own, by its name.
inline bool is_own_header(std::string_view name) { return name.starts_with("duet/device/"); }

/// The lines with which a source begins, as far as they only include duet's headers. Many sources
/// that a program generates have the same.
struct IncludePrefix {
  std::string text{};      ///< the lines, without comments
  std::size_t length = 0;  ///< characters of the source
  std::size_t lines = 0;
};

IncludePrefix include_prefix_of(std::string_view source);

}  // namespace duet
