#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace duet {

/// Returns the names that a variable may have in code: unchanged, or mangled for "ns::table".
/// Blanks and a leading `&` or `::` are removed. Empty if no name remains.
std::vector<std::string> symbol_names(std::string_view variable);

}  // namespace duet
