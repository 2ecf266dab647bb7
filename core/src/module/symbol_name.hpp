#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace duet {

/// Returns the names that a variable may have in code: unchanged, or mangled for "ns::table"; for
/// an instance of a template, "table<float>", also those of the code's variables that read like it.
/// Blanks and a leading `&` or `::` do not count. Empty if no name remains.
/// @param known  the names in the code, as far as they are known
std::vector<std::string> symbol_names(std::string_view variable,
                                      std::span<const std::string> known);

}  // namespace duet
