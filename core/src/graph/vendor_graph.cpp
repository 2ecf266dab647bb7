#include "vendor_graph.hpp"

#include <optional>
#include <span>

#include "captured_graph.hpp"
#include "driver/device_wait.hpp"
#include "driver/open_capture.hpp"
#include "launch/argument_addresses.hpp"
#include "launch/launch_check.hpp"
#include "module/module_state.hpp"
#include "vendor_node.hpp"

namespace duet::detail {

namespace {

// Converts calls to the backend's types.

vendor::CopyNode node_of(const CopyCall& call) noexcept {
  return {call.direction, call.to, call.from, call.bytes};
}
vendor::FillNode node_of(const FillCall& call) noexcept {
  return {call.to, call.word, call.word_bytes, call.words};
}
HostNode node_of(const HostCall& call) noexcept { return {call.function.get()}; }

/// Calls `use` with the backend's form of a launch, which refers to temporary argument addresses.
template <typename Use>
auto with_node(const LaunchCall& call, Use use) {
  const KernelState& kernel = call.kernel.state();
  allow_shared(kernel, call.shape.shared_bytes);
  ArgumentAddresses values(call.arguments);
  return use(vendor::KernelNode{kernel.function, call.shape.grid, call.shape.block,
                                static_cast<unsigned>(call.shape.shared_bytes), values.data(),
                                begins_early(kernel.device, call.shape)});
}

/// Adds a node for a call to a driver's graph.
struct AddNode {
  vendor::GraphHandle graph;
  std::span<const vendor::GraphNodeHandle> after;

  vendor::GraphNodeHandle operator()(const LaunchCall& call) const {
    const auto node = with_node(
        call, [&](const vendor::KernelNode& kernel) { return add_node(graph, after, kernel); });
    const Device& device = call.kernel.device();
    if (has_attributes(device, call.shape)) {
      vendor::set_attributes(node, without_ignored(device, call.shape));
    }
    return node;
  }
  vendor::GraphNodeHandle operator()(const EmptyCall&) const {
    return add_empty_node(graph, after);
  }
  vendor::GraphNodeHandle operator()(const RecordCall& call) const {
    return add_record_node(graph, after, call.event);
  }
  vendor::GraphNodeHandle operator()(const WaitCall& call) const {
    return add_wait_node(graph, after, call.event);
  }
  vendor::GraphNodeHandle operator()(const ChildCall& call) const {
    return add_child_node(graph, after, VendorGraph(*call.graph).handle());
  }
  vendor::GraphNodeHandle operator()(const CapturedCall& call) const {
    return add_child_node(graph, after, call.graph->handle());
  }
  template <typename Call>
  vendor::GraphNodeHandle operator()(const Call& call) const {
    return add_node(graph, after, node_of(call));
  }
};

/// Sets the parameters of a node in an executable. Returns no status for kinds that drivers cannot
/// update.
struct SetNode {
  vendor::GraphExecHandle exec;
  vendor::GraphNodeHandle node;
  using Result = std::optional<vendor::Status>;

  Result operator()(const LaunchCall& call) const {
    return with_node(call, [&](const vendor::KernelNode& parameters) {
      return set_node(exec, node, parameters);
    });
  }
  Result operator()(const EmptyCall&) const { return std::nullopt; }
  Result operator()(const RecordCall&) const { return std::nullopt; }
  Result operator()(const WaitCall&) const { return std::nullopt; }
  Result operator()(const ChildCall& call) const {
    return set_child(VendorGraph(*call.graph).handle());
  }
  Result operator()(const CapturedCall& call) const {
    const vendor::GraphHandle graph = call.graph->handle();
    return node == nullptr ? vendor::update(exec, graph) : set_child(graph);
  }
  template <typename Call>
  Result operator()(const Call& call) const {
    return set_node(exec, node, node_of(call));
  }
  vendor::Status set_child(vendor::GraphHandle child) const {
    return driver().graph_set_child(exec, node, child);
  }
};

}  // namespace

VendorGraph::VendorGraph(const GraphState& graph) : nodes_(graph.nodes.size()) {
  if (const CapturedCall* const captured = graph.only_capture()) {
    captured_ = captured->graph->handle();
    return;
  }
  graph_ = OwnedGraph::create();
  std::vector<vendor::GraphNodeHandle> after;
  for (const std::uint32_t index : graph.order()) {
    after.clear();
    for (const std::uint32_t before : graph.nodes[index].after) after.push_back(nodes_[before]);
    nodes_[index] = std::visit(AddNode{graph_.handle(), after}, graph.nodes[index].call);
  }
}

void VendorGraph::follow_update(const GraphState& graph) noexcept {
  const CapturedCall* const captured = graph.only_capture();
  if (captured != nullptr) captured_ = captured->graph->handle();
}

void launch_executable(vendor::GraphExecHandle exec, StreamRef stream) {
  if (!vendor::captures_graph_launches && is_captured(stream)) {
    throw Error(ErrorCode::not_supported,
                "this driver runs a graph that is launched into a captured stream at once, instead "
                "of recording it: add it to a graph by `Graph::child` or `CommandEncoder::graph`");
  }
  const DeviceWait wait(stream.device());
  DUET_DRIVER(graph_launch, exec, static_cast<vendor::StreamHandle>(stream.handle()));
}

bool set_call(vendor::GraphExecHandle exec, vendor::GraphNodeHandle node, const GraphCall& call) {
  const std::optional<vendor::Status> status = std::visit(SetNode{exec, node}, call);
  if (!status) return false;
  if (*status != vendor::success) vendor::clear_pending_error();
  return *status == vendor::success;
}

}  // namespace duet::detail
