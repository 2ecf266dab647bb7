#pragma once

#include <string>
#include <string_view>

namespace duet {

/// Writes an `asm` statement with `#if` … `#endif` between its strings once for each branch, with
/// the directives around the statements, so that each can be translated. The lines of the text keep
/// their numbers. Statements with several such groups, or with nested ones, stay.
std::string with_whole_assembly(std::string_view text);

}  // namespace duet
