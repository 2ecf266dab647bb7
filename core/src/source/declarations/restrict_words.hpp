#pragma once

#include <string>
#include <string_view>

namespace duet {

/// Removes `__restrict__` before the type of a parameter, `const __restrict__ int a[n]`, which nvcc
/// takes in templates and other compilers refuse. Offsets stay.
std::string without_leading_restricts(std::string_view text);

}  // namespace duet
