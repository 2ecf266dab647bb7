#pragma once

#include <string>

#include <CLI/CLI.hpp>

namespace duet::tool {

// Scripts that complete commands, options, their values and file names on the command line. They
// are made from the declared options. Hidden commands are left out.

std::string bash_completion(const CLI::App& app);
std::string zsh_completion(const CLI::App& app);
std::string fish_completion(const CLI::App& app);

}  // namespace duet::tool
