#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace duet {

/// Returns the #define line of a macro "NAME", "NAME=VALUE" or "NAME(A)=VALUE" with the semantics
/// of the compiler option -D. Ends in a newline.
std::string macro_definition(std::string_view macro);

/// Returns a #line directive, which sets the number and file of the next line.
std::string line_directive(std::size_t line, std::string_view file);

/// Prepends the definitions of all macros to a source. Its own lines keep their numbers.
/// @param name  the file name of the source for the compiler
std::string with_macros(const std::vector<std::string>& macros, std::string_view source,
                        std::string_view name);

/// Returns the text as a C string literal. Newlines become spaces.
std::string quoted(std::string_view text);

/// A text without the UTF-8 byte-order mark at its beginning, which compilers reject elsewhere.
std::string_view without_byte_order_mark(std::string_view text);

}  // namespace duet
