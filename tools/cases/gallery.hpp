#pragma once

#include <vector>

#include "cases/case.hpp"

namespace duet::tool {

/// The kernels that `duet export-cases` writes by default. Each exercises one feature in which
/// devices may differ. Their results do not depend on the wave size. Returns the same cases always.
std::vector<Case> case_gallery();

}  // namespace duet::tool
