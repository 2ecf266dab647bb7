#pragma once

#include <memory>

namespace duet::detail {

class NcclConnection;

/// Lets a thread of this process call `watch` of a connection again and again while it exists.
void add_to_watch(const std::shared_ptr<NcclConnection>& connection);

}  // namespace duet::detail
