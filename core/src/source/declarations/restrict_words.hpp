#pragma once

#include <string>
#include <string_view>

namespace duet {

/// Removes `__restrict__` before the type of an array parameter, `const __restrict__ int a[n]`, which
/// NVRTC refuses and nvcc takes in templates. Offsets stay.
std::string without_leading_restricts(std::string_view text);

}  // namespace duet
