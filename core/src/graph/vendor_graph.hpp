#pragma once

#include <cstdint>
#include <vector>

#include "driver/driver.hpp"
#include "graph_state.hpp"
#include "owned_graph.hpp"

namespace duet::detail {

/// Owns the driver's form of a graph. The device must be current where it is made and destroyed.
class VendorGraph {
 public:
  VendorGraph() noexcept = default;
  /// @throws Error  what the driver reports
  explicit VendorGraph(const GraphState& graph);

  vendor::GraphHandle handle() const noexcept { return graph_.handle(); }
  /// By the index in the graph that it was made of.
  vendor::GraphNodeHandle node(std::size_t index) const { return nodes_[index]; }

 private:
  OwnedGraph graph_{};
  std::vector<vendor::GraphNodeHandle> nodes_{};
};

/// Gives an executable's node other parameters. @returns whether the driver could
bool set_call(vendor::GraphExecHandle exec, vendor::GraphNodeHandle node, const GraphCall& call);

}  // namespace duet::detail
