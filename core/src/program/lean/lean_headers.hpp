#pragma once

#include <duet/program.hpp>
#include <string>
#include <string_view>
#include <unordered_map>

namespace duet {

/// duet's headers that a program reaches, without the declarations that it does not use: compilers
/// read the headers for longer than they compile a small kernel. A declaration is used if a word of
/// the program or of another used declaration is its name; so is a function of a used class. What
/// is used without a name stays if anything else of its header or of a header that includes it is
/// used, an operator only if its symbol is. Lines keep their numbers.
/// @param backend  the backend's name; in small letters it is that of its device headers' folder
/// @returns texts by the headers' names. Headers that lose nothing are left out, and so are all if
/// the program may have words elsewhere: in files, or put together by macros
std::unordered_map<std::string_view, std::string> lean_headers(const Program& program,
                                                               std::string_view backend);

}  // namespace duet
