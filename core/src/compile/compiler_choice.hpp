#pragma once

#include <string>
#include <vector>

namespace duet {

/// All that decides which compiler a process uses.
struct CompilerChoice {
  /// What the environment says, what the process has loaded already and which program it runs.
  std::string settings{};
  /// Files and folders whose being there, or changing, leads to another compiler.
  std::vector<std::string> places{};

  /// As it is at this moment. Starts nothing, loads nothing and looks at no file.
  static CompilerChoice now();
};

}  // namespace duet
