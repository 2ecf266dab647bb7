#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "support/element_type.hpp"

namespace duet::tool {

/// A kernel argument passed by value.
struct ScalarArgument {
  ElementType type;
  std::vector<std::byte> bytes;  ///< The value in the kernel's representation.
};

/// A kernel argument that is a device array.
struct ArrayArgument {
  std::string input{};                  ///< Path; empty: the array starts as zeroes.
  std::string output{};                 ///< Path; empty: the array is not written to a file.
  ElementType type = ElementType::f32;  ///< Type and shape are set only without an input.
  std::vector<std::size_t> shape{};
};

using ArgumentSpec = std::variant<ScalarArgument, ArrayArgument>;

/// Parses one ARG of `duet run`. `argument_help` lists the forms. Integers may be hexadecimal.
/// Opens no files.
/// @throws UsageError naming the argument and the error
ArgumentSpec parse_argument(std::string_view text);

/// The help text for ARG.
std::string argument_help();

}  // namespace duet::tool
