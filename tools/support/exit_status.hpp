#pragma once

#include <functional>
#include <string_view>

namespace duet::tool {

/// How the programs end.
enum ExitStatus : int {
  exit_success = 0,
  exit_failure = 1,  ///< compiling, loading, running or writing failed
  exit_usage = 2     ///< the command line or a file it names is wrong; nothing was run
};

/// Runs the body of a program. What it throws is printed to the standard error stream, after the
/// program's name, and becomes the exit status.
int run_guarded(std::string_view program, const std::function<int()>& body) noexcept;

}  // namespace duet::tool
