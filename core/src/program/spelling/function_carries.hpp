#pragma once

#include <string>
#include <vector>

namespace duet {

/// Gives functions with several statements of translated PTX that add or subtract with a carry a
/// variable for it. It hides the carry that all functions of a thread share, which costs memory.
/// @param texts  the source and headers of a program, also its macros
std::vector<std::string> with_function_carries(std::vector<std::string> texts);

}  // namespace duet
