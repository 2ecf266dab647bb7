#pragma once

#include <string>
#include <vector>

namespace duet::cache {

/// A toolkit's headers. Like the compiler's files they count by what changes when a file is
/// replaced or written to, all of them: which ones a program reaches is more than can be told
/// without compiling it, since they compute the names of what they include.
struct ToolkitState {
  std::vector<std::string> folders{};  ///< none if the program has not asked for them
  std::string digest{};                ///< of the names and identities of all files below

  /// As they are now. Looks at every file: some milliseconds.
  static ToolkitState now(std::vector<std::string> folders);

  friend bool operator==(const ToolkitState&, const ToolkitState&) = default;
};

}  // namespace duet::cache
