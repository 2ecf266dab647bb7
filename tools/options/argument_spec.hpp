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

/// A null pointer as a kernel argument.
struct NullArgument {};

/// What the elements of an array are before the kernel runs.
struct ArrayContent {
  enum class Kind {
    zeros,
    file,      ///< Read from `path`, with type and shape.
    random,    ///< Uniform from `first` to `second`.
    constant,  ///< `first`
    range      ///< `first`, `first` + `second`, `first` + 2 * `second`, …
  };
  Kind kind = Kind::zeros;
  std::string path{};
  std::vector<std::byte> first{};  ///< A number of the array's type.
  std::vector<std::byte> second{};
};

/// A kernel argument that is a device array.
struct ArrayArgument {
  ArrayContent content{};
  bool is_output = false;               ///< Whether it is a result of the kernel.
  std::string output{};                 ///< Path; empty: the result is not written to a file.
  ElementType type = ElementType::f32;  ///< Type and shape are not set for files.
  std::vector<std::size_t> shape{};
};

using ArgumentSpec = std::variant<ScalarArgument, NullArgument, ArrayArgument>;

/// Parses one ARG of `duet run`. `argument_help` lists the forms. Integers may be hexadecimal.
/// Opens no files.
/// @throws UsageError naming the argument and the error
ArgumentSpec parse_argument(std::string_view text);

/// The argument with another file for its output; unchanged if it is no output.
std::string with_output_file(std::string_view text, std::string_view file);

/// The help text for ARG.
std::string argument_help();

}  // namespace duet::tool
