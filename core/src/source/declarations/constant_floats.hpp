#pragma once

#include <string>
#include <string_view>

namespace duet {

/// Makes floating-point constants outside of functions constexpr: `const float a = -b;`. CUDA's
/// compiler for whole programs computes them; NVRTC does for constant expressions only, which name
/// no `const float`.
std::string with_constant_floats(std::string_view text);

}  // namespace duet
