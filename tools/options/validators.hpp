#pragma once

#include <string>
#include <vector>

#include <CLI/CLI.hpp>

namespace duet::tool {

/// Accepts some words. The help and the completions list them, and an error suggests the nearest.
CLI::Validator one_of(std::vector<std::string> words);

/// Accepts integers of at least `least`, for example for --device.
CLI::Validator integer_from(int least);

}  // namespace duet::tool
