#pragma once

#include <string>
#include <vector>

namespace duet {

/// Where a vendor's own headers for kernels are searched.
struct ToolkitSearch {
  std::string what;                  ///< "the CUDA toolkit's headers", for messages
  std::string advice;                ///< what to install
  std::string override_variable;     ///< environment variable with a root; if set, the only one
  std::vector<std::string> roots;    ///< in this order; empty entries are skipped
  std::vector<std::string> folders;  ///< of headers, below a root; one of them has the landmark
  std::string landmark;              ///< a header that every version has
  std::vector<std::string> parts;    ///< further folders, below that one, that some versions have
};

}  // namespace duet
