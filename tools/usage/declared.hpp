#pragma once

#include <string>
#include <vector>

#include <CLI/CLI.hpp>

namespace duet::tool {

/// An option or positional argument as help, manual and completions describe it.
struct DeclaredOption {
  std::vector<std::string> names{};  ///< "-k", "--kernel"; of a positional its name.
  bool is_positional = false;
  bool takes_value = false;
  bool is_required = false;
  bool is_list = false;                ///< May have several values, or be repeated.
  std::vector<std::string> choices{};  ///< The accepted values, if `one_of` checks them.
  std::string description{};
};

/// A command without the hidden ones below it.
struct DeclaredCommand {
  std::string name{};  ///< Of its last word: "list".
  std::string path{};  ///< All words: "duet cache list".
  std::string description{};
  std::string footer{};
  std::vector<DeclaredOption> options{};
  std::vector<DeclaredCommand> commands{};
};

/// Reads the declarations of a command and of those below it.
DeclaredCommand declared(const CLI::App& command);

}  // namespace duet::tool
