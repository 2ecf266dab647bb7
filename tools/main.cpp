// The `duet` command: what is there, compile kernels to files, run one kernel on arrays.

#include <CLI/CLI.hpp>

#include <duet/device.hpp>

#include "commands.hpp"
#include "support/exit_status.hpp"

int main(int argc, char** argv) {
  using namespace duet::tool;
  return run_guarded("duet", [&] {
    CLI::App app{"Compiles, inspects and runs GPU kernels.", "duet"};
    app.set_version_flag(
        "--version", std::string("duet " DUET_TOOL_VERSION ", backend ") + duet::backend_name());
    app.require_subcommand(1);
    int status = exit_success;
    add_info_command(app, status);
    add_compile_command(app, status);
    add_run_command(app, status);
    try {
      app.parse(argc, argv);
    } catch (const CLI::ParseError& error) {
      // Prints help, version or what is wrong; only the first two are no errors.
      return app.exit(error) == 0 ? exit_success : exit_usage;
    }
    return static_cast<ExitStatus>(status);
  });
}
