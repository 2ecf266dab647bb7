#pragma once

#include <functional>
#include <span>

#include "driver/driver.hpp"

namespace duet::detail {

// Nodes of the driver's graphs: `add_node` for those of which executables can be told other
// parameters by `set_node`, whose form is the same on all backends; see the contract for copies
// and fills. The device must be current. They throw what the driver reports.

/// A function that outlives the executable's runs.
struct HostNode {
  std::function<void()>* function;
};

using NodesBefore = std::span<const vendor::GraphNodeHandle>;

vendor::GraphNodeHandle add_node(vendor::GraphHandle graph, NodesBefore after,
                                 const vendor::KernelNode& node);
vendor::GraphNodeHandle add_node(vendor::GraphHandle graph, NodesBefore after, HostNode node);
vendor::Status set_node(vendor::GraphExecHandle exec, vendor::GraphNodeHandle handle,
                        const vendor::KernelNode& node) noexcept;
vendor::Status set_node(vendor::GraphExecHandle exec, vendor::GraphNodeHandle handle,
                        HostNode node) noexcept;
using vendor::add_node;
using vendor::set_node;

vendor::GraphNodeHandle add_empty_node(vendor::GraphHandle graph, NodesBefore after);
vendor::GraphNodeHandle add_record_node(vendor::GraphHandle graph, NodesBefore after, void* event);
vendor::GraphNodeHandle add_wait_node(vendor::GraphHandle graph, NodesBefore after, void* event);
/// @param child  of which the driver makes a copy
vendor::GraphNodeHandle add_child_node(vendor::GraphHandle graph, NodesBefore after,
                                       vendor::GraphHandle child);

}  // namespace duet::detail
