#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "../driver.hpp"
#include "graph_state.hpp"

namespace duet::detail {

/// Owns the driver's form of a graph. The device must be current where it is made and destroyed.
class VendorGraph {
 public:
  VendorGraph() noexcept = default;
  /// @throws Error  what the driver reports
  explicit VendorGraph(const GraphState& graph);
  VendorGraph(VendorGraph&& other) noexcept
      : handle_(std::exchange(other.handle_, {})), nodes_(std::move(other.nodes_)) {}
  VendorGraph& operator=(VendorGraph&& other) noexcept {
    std::swap(handle_, other.handle_);
    std::swap(nodes_, other.nodes_);
    return *this;
  }
  ~VendorGraph();

  vendor::GraphHandle handle() const noexcept { return handle_; }
  /// By the index in the graph that it was made of.
  vendor::GraphNodeHandle node(std::size_t index) const { return nodes_[index]; }

 private:
  vendor::GraphHandle handle_{};
  std::vector<vendor::GraphNodeHandle> nodes_{};
};

/// Gives an executable's node other parameters. @returns whether the driver could
bool set_call(vendor::GraphExecHandle exec, vendor::GraphNodeHandle node, const GraphCall& call);

}  // namespace duet::detail
