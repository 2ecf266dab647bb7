#pragma once

#include <string>

namespace duet::tool {

/// Makes sure that the runtime of a sanitizer is loaded; the CPU backend then compiles kernels for
/// it. The runtime must be loaded before all other libraries: if it is not, restarts the program
/// with execv, with the same arguments and the runtime preloaded, and does not return.
/// @param name  "address" or "thread"
/// @throws UsageError with another backend; std::runtime_error if the runtime is not found
void require_sanitizer(const std::string& name);

}  // namespace duet::tool
