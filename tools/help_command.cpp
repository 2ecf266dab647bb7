#include <memory>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "commands.hpp"
#include "support/usage_error.hpp"
#include "usage/parse_error.hpp"

namespace duet::tool {
namespace {

void print_help(const CLI::App& app, const std::vector<std::string>& names) {
  const CLI::App* command = &app;
  for (const std::string& name : names) command = &find_subcommand(*command, name);
  // Not help(), which shows the help of the command in use: this one.
  fmt::print("{}", app.get_formatter()->make_help(command, full_name(*command),
                                                  CLI::AppFormatMode::Normal));
}

}  // namespace

void add_help_command(CLI::App& app) {
  CLI::App* command = app.add_subcommand("help", "Show the help of a command");
  const auto names = std::make_shared<std::vector<std::string>>();
  command->add_option("COMMAND", *names, "The command, and its action if it has some: cache list");
  command->callback([&app, names] { print_help(app, *names); });
}

}  // namespace duet::tool
