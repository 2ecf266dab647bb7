#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "support/element_type.hpp"

namespace duet::tool {

/// What the type of a kernel's parameter means for the arguments of `duet run`.
struct ParameterType {
  enum class Kind {
    unknown,  ///< A type that is not told, a structure or an enumeration.
    element,  ///< A number, or several adjacent ones.
    pointer   ///< A pointer: arrays cannot hold addresses.
  };
  /// Kind of the value, or of what a pointer points to.
  Kind kind = Kind::unknown;
  bool is_pointer = false;
  ElementType element = ElementType::f32;  ///< Type of the numbers, if `kind` is element.
  std::size_t lanes = 1;                   ///< Numbers of an element: 4 for float4.
  /// Whether the type is `char`, which is used for signed and unsigned bytes.
  bool is_char = false;
  bool is_const = false;  ///< Whether it is a pointer to const, so that the kernel only reads.
};

/// Reads a type as demanglers and sources write it: "float const*", "const float* __restrict__",
/// "duet::complex<float>*", "unsigned n". Safe on any text.
/// @param text  with or without the parameter's name
ParameterType parse_parameter_type(std::string_view text);

}  // namespace duet::tool
