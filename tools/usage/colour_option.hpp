#pragma once

#include <CLI/CLI.hpp>

namespace duet::tool {

/// Adds --color to the command and to all of its subcommands.
void add_colour_option(CLI::App& app);

/// Sets the process's colours as the last --color of the command line says, so that also errors in
/// the command line have them. `add_colour_option` checks the value later.
void set_colours(int argc, const char* const* argv) noexcept;

}  // namespace duet::tool
