#pragma once

#include <CLI/CLI.hpp>

namespace duet::tool {

// Each adds its subcommand to `app`. When the subcommand was chosen and its options are parsed, it
// runs and sets `status` to the exit status; both references must stay valid until then.
void add_info_command(CLI::App& app, int& status);
void add_compile_command(CLI::App& app, int& status);
void add_run_command(CLI::App& app, int& status);
void add_prepare_command(CLI::App& app, int& status);
void add_cache_command(CLI::App& app, int& status);
void add_export_cases_command(CLI::App& app, int& status);
void add_check_cases_command(CLI::App& app, int& status);

}  // namespace duet::tool
