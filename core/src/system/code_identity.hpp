#pragma once

#include <string>

namespace duet {

/// Identifies the files of the running program and of the library with an address: their paths,
/// sizes and times. A new build of either has another identity.
std::string code_identity(const void* address);

}  // namespace duet
