// The `duet` command. Each subcommand has a file of its own; see README.md.

#include <csignal>
#include <cstdio>
#include <string>
#include <string_view>

#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include <duet/compile.hpp>
#include <duet/device.hpp>
#include <duet/environment.hpp>

#include "commands.hpp"
#include "interruption.hpp"
#include "support/exit_status.hpp"
#include "support/standard_streams.hpp"
#include "support/usage_error.hpp"
#include "usage/colour_option.hpp"
#include "usage/parse_error.hpp"

namespace {

using namespace duet::tool;

/// Parses the command line, which runs the subcommand.
int run(CLI::App& app, int argc, char** argv, const int& status) {
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    if (error.get_exit_code() == 0) return app.exit(error);  // prints the help or the version
    throw UsageError(describe_parse_error(app, error));
  }
  if (!app.get_subcommands().empty()) return status;
  fmt::print(stderr, "{}", app.help());
  return exit_usage;
}

}  // namespace

int main(int argc, char** argv) {
  (void)std::signal(SIGXFSZ, SIG_IGN);  // writing beyond the limit of file sizes is an error
  reserve_standard_streams();
  return run_guarded("duet", [&] {
    end_cleanly_on_signals();
    duet::check_environment();
    CLI::App app{"Compiles, inspects and runs GPU kernels.", "duet"};
    app.set_version_flag("--version",
                         std::string("duet " DUET_TOOL_VERSION ", backend ") + duet::backend_name(),
                         "Show the version and exit");
    app.set_help_flag("-h,--help", "Show the help and exit");
    app.require_subcommand(0, 1);  // 0: run() prints the help
    app.footer("'duet help COMMAND' tells more about a command.");
    int status = exit_success;
    add_info_command(app, status);
    add_compile_command(app, status);
    add_run_command(app, status);
    add_check_command(app, status);
    add_bench_command(app, status);
    add_prepare_command(app, status);
    add_cache_command(app, status);
    add_export_cases_command(app, status);
    add_check_cases_command(app, status);
    add_completion_command(app);
    add_help_command(app);
    add_manual_command(app);
    add_colour_option(app);
    set_colours(argc, argv);
    duet::set_compiler_standby(true);  // some commands compile many programs
    return run(app, argc, argv, status);
  });
}
