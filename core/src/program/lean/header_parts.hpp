#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "header_condition.hpp"

namespace duet {

/// A declaration in a namespace of a header.
struct HeaderPart {
  std::vector<std::string_view> names{};  ///< what it declares; empty if it is used without a name
  std::vector<std::string_view> words{};  ///< the words in it, each once
  /// Begin and end of its characters, without directives.
  std::vector<std::pair<std::size_t, std::size_t>> ranges{};
  std::vector<HeaderCondition> conditions{};
};

struct HeaderInclude {
  std::string name{};  ///< of the header, or the argument of DUET_VENDOR_HEADER
  bool is_vendors = false;
  std::vector<HeaderCondition> conditions{};
};

struct HeaderMacro {
  std::string_view name;
  std::vector<std::string_view> words{};      ///< those in its text
  std::vector<std::string_view> fragments{};  ///< of names that it puts together
};

/// A header of duet, split into the parts that a program may use. Views point into its text.
struct HeaderParts {
  explicit HeaderParts(std::string_view text);

  std::vector<HeaderPart> parts{};
  std::vector<HeaderMacro> macros{};
  std::vector<HeaderInclude> includes{};
  bool is_split = true;  ///< otherwise there is one part, which cannot be left out
};

}  // namespace duet
