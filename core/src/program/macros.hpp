#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace duet {

/// The preprocessor's line for a macro "NAME", "NAME=VALUE" or "NAME(A)=VALUE", with what the
/// compilers' option -D means. Ends in a newline.
std::string macro_definition(std::string_view macro);

/// A line that says where the next one is.
std::string line_directive(std::size_t line, std::string_view file);

/// The lines of all macros followed by the source, whose own lines keep their numbers.
/// @param name  what the compiler calls the source
std::string with_macros(const std::vector<std::string>& macros, std::string_view source,
                        std::string_view name);

/// A C string literal of the text; its newlines become spaces.
std::string quoted(std::string_view text);

}  // namespace duet
