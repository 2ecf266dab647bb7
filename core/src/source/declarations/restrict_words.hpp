#pragma once

#include <string>
#include <string_view>

namespace duet {

/// Removes `__restrict__` behind what is no pointer, `const __restrict__ int a[n]` and
/// `half __restrict__ *p`, which nvcc takes in templates and other compilers refuse. Offsets stay.
std::string without_misplaced_restricts(std::string_view text);

}  // namespace duet
