#pragma once

#include <memory>

#include "nccl/nccl_types.hpp"

namespace duet::detail {

/// Calls a function that ends a communicator in a thread of its own, since NCCL waits there until
/// no graph refers to the communicator. A process that exits gives it a short time.
/// @param memory  what the communicator's work uses, freed afterwards in that thread if the caller
///                has no other reference; may be null. If the system refuses a thread, communicator
///                and memory stay
void release_in_background(NcclStatus (*function)(NcclHandle*), NcclHandle* handle,
                           std::shared_ptr<const void> memory) noexcept;

}  // namespace duet::detail
