#pragma once

#include <cstddef>
#include <string>

namespace duet::bench {

/// Compiles a program without duet: by the vendor's runtime compiler without its cache, or by the
/// command of the host compiler.
/// @param compiler      the library or the command
/// @param architecture  in duet's spelling
/// @returns the size of the code in bytes
/// @throws std::runtime_error
std::size_t compile_raw(const std::string& compiler, const std::string& source,
                        const std::string& architecture);

}  // namespace duet::bench
