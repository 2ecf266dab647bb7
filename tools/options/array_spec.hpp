#pragma once

#include <optional>
#include <span>
#include <string>

#include "argument_spec.hpp"

namespace duet::tool {

/// Parses an argument that is an array: in, out, inout, rand, full or arange.
/// @param form    the text before the first colon
/// @param fields  the texts behind it, at least one
/// @returns nothing if it is another form
/// @throws UsageError saying how the form is written
std::optional<ArrayArgument> parse_array(const std::string& form,
                                         std::span<const std::string> fields);

}  // namespace duet::tool
