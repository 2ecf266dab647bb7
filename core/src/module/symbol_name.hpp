#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace duet {

/// The names that a variable may have in code: as it is given and, for "ns::table", as C++
/// compilers mangle it. Blanks and a leading `&` or `::` are left out. Empty if nothing is left.
std::vector<std::string> symbol_names(std::string_view variable);

}  // namespace duet
