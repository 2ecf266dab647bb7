#pragma once

#include <cstddef>

#include "module/kernel_state.hpp"

namespace duet::detail {

/// How many blocks a multiprocessor holds at once. The driver is asked once for each pair.
/// @param threads         of a block
/// @param dynamic_shared  bytes a block
int active_blocks(const KernelState& kernel, std::size_t threads, std::size_t dynamic_shared);

}  // namespace duet::detail
