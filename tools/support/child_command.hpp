#pragma once

#include <string>
#include <vector>

namespace duet::tool {

/// How another program ended.
struct ChildResult {
  int status = 0;  ///< Exit status, or 128 + the number of the signal that ended it.
  std::string output{};
  std::string errors{};  ///< What it wrote to standard error.
};

/// Runs a program without a shell and waits for its end.
/// @param words  the program's path and its arguments
/// @throws std::runtime_error if it cannot be started
ChildResult run_child(const std::vector<std::string>& words);

}  // namespace duet::tool
