#pragma once

#include <string>
#include <vector>

namespace duet {

/// The identities of a toolkit's headers. All files count, since only a compilation can determine
/// which ones a program reaches: their includes are computed by macros.
struct ToolkitState {
  std::vector<std::string> folders{};  ///< empty if the program does not use the toolkit's headers
  std::string digest{};                ///< of the names and identities of all files in the folders

  /// Reads the present state. Checks every file, which takes some milliseconds.
  static ToolkitState scan(std::vector<std::string> folders);

  friend bool operator==(const ToolkitState&, const ToolkitState&) = default;
};

}  // namespace duet
