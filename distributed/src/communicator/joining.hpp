#pragma once

#include <memory>

#include <duet/communicator.hpp>

#include "communicator/communicator_state.hpp"

namespace duet::detail {

/// Makes the rank's part of a new communicator. Blocks until all ranks have called it.
/// @throws Error  as Communicator's constructor
std::shared_ptr<CommunicatorState> join(const Device& device, const Bootstrap& bootstrap,
                                        const CommunicatorOptions& options);

/// The device of a local rank. @throws Error  no_device
Device device_of(const Bootstrap& bootstrap);

}  // namespace duet::detail
