// `duet completion` and `duet manual`, which write what the other commands declare.

#include <filesystem>
#include <memory>
#include <span>
#include <string>

#include <fmt/format.h>

#include "commands.hpp"
#include "options/validators.hpp"
#include "support/output_file.hpp"
#include "usage/completion.hpp"
#include "usage/manual.hpp"

namespace duet::tool {

void add_completion_command(CLI::App& app) {
  CLI::App* command =
      app.add_subcommand("completion", "Print a script that completes the command line in a shell");
  const auto shell = std::make_shared<std::string>();
  command->add_option("SHELL", *shell, "The shell")
      ->required()
      ->check(one_of({"bash", "zsh", "fish"}));
  command->callback([&app, shell] {
    const auto script = *shell == "bash"  ? bash_completion
                        : *shell == "zsh" ? zsh_completion
                                          : fish_completion;
    fmt::print("{}", script(app));
  });
}

void add_manual_command(CLI::App& app) {
  CLI::App* command = app.add_subcommand("manual", "Write the pages of the manual");
  command->group("");  // hidden: the build runs it
  const auto folder = std::make_shared<std::filesystem::path>();
  command->add_option("DIR", *folder, "The folder for the pages")->required();
  command->callback([&app, folder] {
    std::filesystem::create_directories(*folder);
    for (const ManualPage& page : manual_pages(app, DUET_TOOL_VERSION))
      write_bytes(*folder / page.file, std::as_bytes(std::span(page.text)));
  });
}

}  // namespace duet::tool
