#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace duet {

/// Makes definitions of variables in device memory that the texts of a program only declare:
/// `extern __constant__ float table[16];`. NVIDIA's compilers take them as such, since a program
/// has no other parts.
std::vector<std::string> with_defined_variables(const std::vector<std::string_view>& texts);

}  // namespace duet
