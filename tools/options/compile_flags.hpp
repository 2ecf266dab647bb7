#pragma once

#include <string>
#include <vector>

#include <CLI/CLI.hpp>

#include <duet/compile.hpp>

namespace duet::tool {

/// The compile options that several subcommands share.
struct CompileFlags {
  CompileOptions options{};
  std::string contract{};
  std::vector<std::string> kernels{};
  std::vector<std::string> headers{};  ///< NAME=FILE

  /// Adds the options to `command`. This object must outlive the parsing.
  void add_to(CLI::App& command);

  /// The options as words of a command line, without the kernels and --wave-size.
  std::vector<std::string> words() const;

  /// Reads a program from a file. The file's folder is searched for headers first, as by compilers.
  /// @param file  "-": the standard input, whose name in messages is "<stdin>"
  /// @throws UsageError if a file cannot be read
  Program program(const std::string& file) const;
};

/// Adds the option --arch, which may be repeated.
/// @param architectures  receives the names; must outlive the parsing
void add_architectures(CLI::App& command, std::vector<std::string>& architectures);

}  // namespace duet::tool
