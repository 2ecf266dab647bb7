#pragma once

#include <string>
#include <vector>

#include <CLI/CLI.hpp>

#include <duet/compile.hpp>

namespace duet::tool {

/// The options of `compile` and `run` that describe how to compile.
struct CompileFlags {
  CompileOptions options{};
  std::string contract{};
  std::vector<std::string> kernels{};
  std::vector<std::string> headers{};  ///< NAME=FILE

  /// Makes `command` fill this, which must outlive the parsing.
  void add_to(CLI::App& command);

  /// The program in a file. Its folder is searched first for headers, as compilers do.
  /// @throws UsageError if a file cannot be read
  Program program(const std::string& file) const;
};

/// The option that names what to compile for, any number of times.
/// @param architectures  gets the names; must outlive the parsing
void add_architectures(CLI::App& command, std::vector<std::string>& architectures);

}  // namespace duet::tool
