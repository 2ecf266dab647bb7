#pragma once

#include <string>
#include <vector>

namespace duet {

/// Everything that determines which compiler a process uses.
struct CompilerChoice {
  /// Environment variables, libraries already loaded, and the running program.
  std::string settings{};
  /// Files and folders whose creation or change may lead to another compiler.
  std::vector<std::string> paths{};

  /// Returns the present choice. Starts no program, loads no library and reads no file.
  static CompilerChoice current();
};

}  // namespace duet
