// The `duet` command. Each subcommand has a file of its own; see README.md.

#include <string>

#include <CLI/CLI.hpp>

#include <duet/device.hpp>

#include "commands.hpp"
#include "support/exit_status.hpp"
#include "support/usage_error.hpp"

int main(int argc, char** argv) {
  using namespace duet::tool;
  return run_guarded("duet", [&] {
    CLI::App app{"Compiles, inspects and runs GPU kernels.", "duet"};
    app.set_version_flag(
        "--version", std::string("duet " DUET_TOOL_VERSION ", backend ") + duet::backend_name());
    app.require_subcommand(0, 1);  // 0: a missing one is reported below, a misspelled one by CLI11
    int status = exit_success;
    add_info_command(app, status);
    add_compile_command(app, status);
    add_run_command(app, status);
    add_prepare_command(app, status);
    add_cache_command(app, status);
    add_export_cases_command(app, status);
    add_check_cases_command(app, status);
    try {
      app.parse(argc, argv);
    } catch (const CLI::ParseError& error) {
      // Prints the help, the version or the error.
      return app.exit(error) == 0 ? int{exit_success} : int{exit_usage};
    }
    if (app.get_subcommands().empty())
      throw UsageError(
          "no subcommand; use info, compile, run, prepare, cache, export-cases or check-cases (see "
          "duet --help)");
    return status;
  });
}
