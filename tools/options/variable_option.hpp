#pragma once

#include <string>
#include <vector>

#include <CLI/CLI.hpp>

namespace duet::tool {

/// Adds --variable NAME=ARG, which may be repeated.
/// @param variables  receives the texts; must outlive the parsing
void add_variable_option(CLI::App& command, std::vector<std::string>& variables);

}  // namespace duet::tool
