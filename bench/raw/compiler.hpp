#pragma once

#include <cstddef>
#include <string>

namespace duet::bench {

/// Compiles a program as one without duet does: by the vendor's runtime compiler, which keeps
/// nothing, or by the command of the host's compiler.
/// @param compiler      the library or the command
/// @param architecture  as duet names it
/// @returns the size of the code in bytes
/// @throws std::runtime_error
std::size_t compile_raw(const std::string& compiler, const std::string& source,
                        const std::string& architecture);

}  // namespace duet::bench
