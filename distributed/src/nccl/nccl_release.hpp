#pragma once

#include "nccl/nccl_types.hpp"

namespace duet::detail {

/// Calls a function that ends a communicator in a thread of its own, since NCCL waits there until
/// no graph refers to the communicator. A process that exits gives it a short time.
void release_in_background(NcclStatus (*function)(NcclHandle*), NcclHandle* handle) noexcept;

}  // namespace duet::detail
