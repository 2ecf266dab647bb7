#pragma once

#include <memory>
#include <string>

#include <duet/error.hpp>

#include "engine/failure.hpp"

namespace duet::detail {

class NcclConnection;

/// Lets a thread of this process call `watch` of a connection again and again while it exists.
void add_to_watch(const std::shared_ptr<NcclConnection>& connection);

/// Keeps a failure, unless there is one, and lets the thread look at all connections now.
void set_and_wake_watch(Failure& failure, ErrorCode code, const std::string& text);

}  // namespace duet::detail
