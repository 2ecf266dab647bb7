#pragma once

#include <string>
#include <utility>
#include <vector>

#include <CLI/CLI.hpp>

namespace duet::tool {

/// A page of the manual.
struct ManualPage {
  std::string file{};  ///< "duet-run.1"
  std::string text{};  ///< For man(1), in UTF-8.
};

/// Makes the manual from the declared options: a page for the command itself and one for each
/// command below it, which describes the commands of the next level too.
std::vector<ManualPage> manual_pages(const CLI::App& app, const std::string& version);

/// Lines of shell with what they do, for the manual page of a command.
/// @param path  "duet run"
std::vector<std::pair<std::string, std::string>> examples_of(const std::string& path);

}  // namespace duet::tool
