#pragma once

#include "module/module_state.hpp"

namespace duet::detail {

/// Checks that the grid can be launched in clusters of the given shape. The device must be current.
/// @throws Error (not_supported) if the device has no clusters; (invalid_argument) naming the limit
void check_cluster(const KernelState& kernel, const LaunchShape& shape);

}  // namespace duet::detail
