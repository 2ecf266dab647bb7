#pragma once

#include <string>

namespace duet::tool {

/// Returns if the runtime of a sanitizer, "address" or "thread", is in this process, so that the
/// CPU backend compiles kernels for it. Else starts the program anew, with the same arguments, in
/// the same process, and the runtime preloaded: it must be there before anything else.
/// @throws UsageError if the backend is another; std::runtime_error if there is no runtime
void require_sanitizer(const std::string& name);

}  // namespace duet::tool
