#pragma once

#include <vector>

#include <duet/graph.hpp>

#include "batch.hpp"

namespace duet::detail {

/// Describes the operations of a batch in the form that graphs use.
std::vector<GraphNodeInfo> describe(const Batch& batch);

}  // namespace duet::detail
