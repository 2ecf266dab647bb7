#pragma once

#include <functional>
#include <string_view>

namespace duet::tool {

/// The exit status of the programs.
enum ExitStatus : int {
  exit_success = 0,
  exit_failure = 1,  ///< an error while compiling, loading, running or writing
  exit_usage = 2     ///< an error in the command line or in a file that it names; nothing was run
};

/// Runs the body of a program. Prints an exception to standard error, after the program's name, and
/// returns its exit status.
int run_guarded(std::string_view program, const std::function<int()>& body) noexcept;

}  // namespace duet::tool
