#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace duet {

/// Writes out uses of macros whose inline assembly has their arguments as text, such as
///     #define LOAD(size) asm("ld.global.v" #size ".u32 …" …)
/// so that it can be translated. The definition of a macro is followed by one without parameters
/// for each use that differs; the lines of the source keep their numbers.
/// @param texts  the source and headers of a program
std::vector<std::string> with_written_out_assembly(const std::vector<std::string_view>& texts);

}  // namespace duet
