#pragma once

#include <functional>
#include <span>

#include "driver/driver.hpp"

namespace duet::detail {

// Nodes of the driver's graphs. Kernel and host nodes have the same form on all backends; the
// contract declares copies and fills. `set_node` updates the parameters of a node in an executable.
// The device must be current. `add_…` throws the driver's error.

/// A host function. It must outlive all runs of the executable.
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
/// @param child  copied by the driver
vendor::GraphNodeHandle add_child_node(vendor::GraphHandle graph, NodesBefore after,
                                       vendor::GraphHandle child);

}  // namespace duet::detail
