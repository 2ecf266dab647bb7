#pragma once

#include <vector>

#include "cases/case.hpp"

namespace duet::tool {

/// The kernels that `duet export-cases` writes: each exercises one thing that devices could do
/// differently. Their results depend on no wave size. Always the same.
std::vector<Case> case_gallery();

}  // namespace duet::tool
