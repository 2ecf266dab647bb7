#pragma once

#include <string>
#include <string_view>

namespace duet::cpu {

/// Edits the host compiler's messages for the kernel's author: in-memory headers appear under the
/// names in #include, and generated text does not appear. Messages about the generated end of the
/// source go, since they only repeat that a name expression is wrong.
/// @param program  the source's name
/// @param folder   the folder where the compiler ran
/// @param headers  the folder of the in-memory headers in it
std::string tidy_log(std::string log, std::string_view program, std::string_view folder,
                     std::string_view headers);

}  // namespace duet::cpu
