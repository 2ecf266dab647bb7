#pragma once

#include <string>
#include <vector>

#include "loaded_argument.hpp"
#include "parameter.hpp"

namespace duet::tool {

/// Checks that arguments fit the parameters of a kernel in number, type and size. Integers of the
/// same size with another sign, and bool, fit if the parameter's type has all their values; an
/// array then gets that type. A parameter of unknown type takes what has its size.
/// @param kernel  name, for messages
/// @returns warnings
/// @throws UsageError naming the argument, the parameter and what to write instead
std::vector<std::string> check_arguments(const std::string& kernel,
                                         const std::vector<Parameter>& parameters,
                                         std::vector<LoadedArgument>& arguments);

}  // namespace duet::tool
