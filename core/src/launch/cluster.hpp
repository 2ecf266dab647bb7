#pragma once

#include "module/module_state.hpp"

namespace duet::detail {

/// Whether the grid can be launched in clusters as the shape says. The device must be current.
/// @throws Error  not_supported by the device; invalid_argument naming the limit
void check_cluster(const KernelState& kernel, const LaunchShape& shape);

}  // namespace duet::detail
