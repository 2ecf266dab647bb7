#pragma once

#include <CLI/CLI.hpp>

namespace duet::tool {

// Each adds its subcommand to `app`. The subcommand runs during parsing, if the user chose it, and
// sets `status` to the exit status. Both references must stay valid until then.
void add_info_command(CLI::App& app, int& status);
void add_compile_command(CLI::App& app, int& status);
void add_run_command(CLI::App& app, int& status);
void add_bench_command(CLI::App& app, int& status);
/// A subcommand of bench; without the component duet::distributed there is none.
void add_bench_collectives_command(CLI::App& bench, int& status);
void add_prepare_command(CLI::App& app, int& status);
void add_cache_command(CLI::App& app, int& status);
void add_export_cases_command(CLI::App& app, int& status);
void add_check_command(CLI::App& app, int& status);
void add_check_cases_command(CLI::App& app, int& status);

// These describe the other commands, which may be added later.
void add_help_command(CLI::App& app);
void add_completion_command(CLI::App& app);
void add_manual_command(CLI::App& app);

}  // namespace duet::tool
