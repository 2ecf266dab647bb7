#pragma once

#include <memory>

#include "nccl/connection/nccl_ranks.hpp"
#include "nccl/library/nccl_types.hpp"

namespace duet::detail {

/// How a communicator ends. Allocated before the communicator is made, so that its end needs no
/// memory.
struct NcclRelease {
  NcclStatus (*function)(NcclHandle*) = nullptr;  ///< ends the communicator
  NcclHandle* handle = nullptr;
  std::shared_ptr<NcclRanks> ranks{};       ///< of the communicator
  std::shared_ptr<NcclRank> rank{};         ///< whose communicator ends
  std::shared_ptr<const NcclRank> after{};  ///< whose communicator must end first; may be null
  std::shared_ptr<const void> memory{};     ///< what the communicator's work uses; may be null
  std::unique_ptr<NcclRelease> next{};      ///< in the list of those that wait for a thread
};

/// Ends a communicator in a thread of its own, since NCCL waits there until no graph refers to the
/// communicator. The memory is freed in that thread, too, if nothing else refers to it. If the
/// system refuses a thread, that of a later release does it. A process that exits gives all of them
/// a short time.
void release_in_background(std::unique_ptr<NcclRelease> release) noexcept;

}  // namespace duet::detail
