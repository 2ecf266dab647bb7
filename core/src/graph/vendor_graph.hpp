#pragma once

#include <cstdint>
#include <vector>

#include <duet/stream.hpp>

#include "driver/driver.hpp"
#include "graph_state.hpp"
#include "owned_graph.hpp"

namespace duet::detail {

/// The driver's form of a graph, which must outlive it. Create and destroy it with the device
/// current.
class VendorGraph {
 public:
  VendorGraph() noexcept = default;
  /// @throws Error  reported by the driver
  explicit VendorGraph(const GraphState& graph);

  /// Call it when the executable was updated in place to another graph.
  void follow_update(const GraphState& graph) noexcept;

  vendor::GraphHandle handle() const noexcept {
    return captured_ != nullptr ? captured_ : graph_.handle();
  }
  /// Returns the driver's node for an index of the source graph, null if the graph consists of
  /// nothing but what was captured.
  vendor::GraphNodeHandle node(std::size_t index) const { return nodes_[index]; }

 private:
  OwnedGraph graph_{};
  vendor::GraphHandle captured_{};  ///< owned by the source graph
  std::vector<vendor::GraphNodeHandle> nodes_{};
};

/// Launches an executable in a stream, whose device is current.
/// @throws Error  not_supported if the stream is captured and the driver would run the graph now;
///                reported by the driver
void launch_executable(vendor::GraphExecHandle exec, StreamRef stream);

/// Sets the parameters of a node in an executable. @returns whether the driver could
/// @param node  null: the executable was made of a captured graph
bool set_call(vendor::GraphExecHandle exec, vendor::GraphNodeHandle node, const GraphCall& call);

}  // namespace duet::detail
