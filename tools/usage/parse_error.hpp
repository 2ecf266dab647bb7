#pragma once

#include <string>

#include <CLI/CLI.hpp>

namespace duet::tool {

/// Describes wrong usage: what is wrong, what was probably meant and which help to read.
/// @param app    the command after the failed parsing
/// @param error  what the parsing threw
std::string describe_parse_error(const CLI::App& app, const CLI::ParseError& error);

/// Returns a subcommand. @throws UsageError with the most similar name if there is none
const CLI::App& find_subcommand(const CLI::App& command, const std::string& name);

/// The whole name of a command: "duet cache list".
std::string full_name(const CLI::App& command);

}  // namespace duet::tool
