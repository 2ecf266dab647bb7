#pragma once

#include <memory>
#include <string>

#include "engine/failure.hpp"

namespace duet::detail {

/// The failure that the ranks of a communicator in this process share.
/// @param communicator  its name, the same on all ranks
std::shared_ptr<Failure> shared_failure(const std::string& communicator);

}  // namespace duet::detail
