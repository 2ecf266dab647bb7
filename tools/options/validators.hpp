#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include <CLI/CLI.hpp>

namespace duet::tool {

/// Accepts some words. The help and the completions list them, and an error suggests the nearest.
CLI::Validator one_of(std::vector<std::string> words);

/// Accepts integers of at least `least`, for example for --device.
CLI::Validator integer_from(int least);
/// The same for numbers of 64 bits, such as sizes.
CLI::Validator long_integer_from(std::uint64_t least);

/// Accepts finite numbers of at least 0.
CLI::Validator number_from_zero();
/// Accepts finite numbers greater than 0.
CLI::Validator number_above_zero();

}  // namespace duet::tool
