#pragma once

#include <memory>
#include <string>

#include "engine/failure.hpp"

namespace duet::detail {

/// The failure that the ranks of a communicator in this process share.
/// @param communicator  its name, the same on all ranks
std::shared_ptr<Failure> shared_failure(const std::string& communicator);

/// Keeps a failure for ranks that ask for it later, which have not yet begun to connect. The latest
/// ones stay.
void keep_failure(const std::shared_ptr<Failure>& failure);

}  // namespace duet::detail
