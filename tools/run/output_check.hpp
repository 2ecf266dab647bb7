#pragma once

#include <string>
#include <vector>

#include "arguments/loaded_argument.hpp"

namespace duet::tool {

/// Checks before the run that the outputs can be written, that no two of them are the same file,
/// and that none replaces a file that the command reads, except for the input of the same argument.
/// @param other_files  files that the command reads besides the arguments
/// @throws UsageError naming the file and the reason
void check_outputs(const std::vector<LoadedArgument>& arguments,
                   const std::vector<std::string>& other_files);

}  // namespace duet::tool
