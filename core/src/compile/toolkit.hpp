#pragma once

#include <string>
#include <vector>

#include <duet/compile.hpp>

namespace duet {

/// Where a vendor's own headers for kernels are looked for.
struct ToolkitSearch {
  std::string what;                  ///< "the CUDA toolkit's headers", for messages
  std::string advice;                ///< what to install
  std::string override_variable;     ///< environment variable with a root, tried alone if set
  std::vector<std::string> roots;    ///< in this order; empty entries are skipped
  std::vector<std::string> folders;  ///< of headers, below a root; one of them holds the landmark
  std::string landmark;              ///< a header that every version has
  std::vector<std::string> parts;    ///< further folders, below that one, that some versions have
};

/// Returns the absolute folders of the toolkit's headers; none if the backend has no toolkit.
/// @param compiler  path of the compiler's library
/// @throws Error (no_toolkit) that lists the paths tried
std::vector<std::string> toolkit_folders(const std::string& compiler);

/// Returns the program with the toolkit's folders behind its own, if it asks for them.
Program with_toolkit(const Program& program, const std::vector<std::string>& folders);

}  // namespace duet
