#pragma once

#include <string>
#include <string_view>

namespace duet {

/// Removes `#pragma unroll 0`, which NVIDIA's compilers ignore and clang refuses. Lines keep their
/// numbers.
std::string without_empty_unrolls(std::string_view text);

}  // namespace duet
