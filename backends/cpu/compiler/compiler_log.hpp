#pragma once

#include <string>
#include <string_view>

namespace duet::cpu {

/// The host compiler's messages as the kernel's author should see them: header files under the
/// names that they are included by, without traces of how the text was put together, and without
/// messages about the generated end of the source, which only repeat what is wrong with a name
/// expression.
/// @param program  the source's name
/// @param folder   where the compiler ran
/// @param headers  the folder in it that the in-memory headers were written to
std::string tidy_log(std::string log, std::string_view program, std::string_view folder,
                     std::string_view headers);

}  // namespace duet::cpu
