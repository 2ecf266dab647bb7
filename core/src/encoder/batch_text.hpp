#pragma once

#include <vector>

#include <duet/graph.hpp>

#include "batch.hpp"

namespace duet::detail {

/// What a batch consists of, as graphs tell it of themselves.
std::vector<GraphNodeInfo> describe(const Batch& batch);

}  // namespace duet::detail
