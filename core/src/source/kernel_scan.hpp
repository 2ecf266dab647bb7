#pragma once

#include <string_view>
#include <vector>

#include <duet/kernel_declaration.hpp>

namespace duet {

/// Lists the kernels that a text declares. Declarations of the same kernel are listed once.
/// @param file  the text's name
std::vector<KernelDeclaration> scan_kernels(std::string_view text, std::string_view file);

/// Splits at the commas that are in no brackets. Empty for blank text.
std::vector<std::string> split_list(std::string_view text);

}  // namespace duet
