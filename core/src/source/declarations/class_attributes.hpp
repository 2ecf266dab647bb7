#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace duet {

/// Moves attributes that follow a class behind its keyword: NVRTC ignores them behind the class,
/// other compilers of CUDA apply them.
///     struct { int x; } __attribute__((aligned(16))) T;
/// @param texts  a program's; attributes may be macros that one of them defines
/// @returns the texts. Lines keep their numbers
std::vector<std::string> with_leading_attributes(std::span<const std::string_view> texts);

}  // namespace duet
