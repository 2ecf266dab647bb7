#pragma once

#include <vector>

#include <duet/access.hpp>
#include <duet/device.hpp>

#include "engine/engine.hpp"

namespace duet::detail {

/// Checks the arguments of a call and completes it: its count, and null for what this rank does not
/// use. @throws Error  invalid_argument or not_supported, with what is wrong
CollectiveCall checked(CollectiveCall call, const Engine& engine, const Device& device, int rank,
                       int size);

/// The memory that a call uses.
void add_accesses(const CollectiveCall& call, std::vector<Access>& accesses);

}  // namespace duet::detail
