#pragma once

#include <duet/shape.hpp>

#include "module/kernel_state.hpp"

namespace duet::detail {

/// @param shape  has a window
/// @throws Error (invalid_argument) that names the fault
void check_l2_window(const KernelState& kernel, const LaunchShape& shape);

}  // namespace duet::detail
