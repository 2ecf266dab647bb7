#pragma once

#include <cstddef>

#include "module/kernel_state.hpp"

namespace duet::detail {

/// Returns the blocks that a multiprocessor can run at once. Queries the driver once for each pair.
/// @param threads         per block
/// @param dynamic_shared  bytes per block
int active_blocks(const KernelState& kernel, std::size_t threads, std::size_t dynamic_shared);

}  // namespace duet::detail
