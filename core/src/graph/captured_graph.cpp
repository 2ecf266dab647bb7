#include "captured_graph.hpp"

#include <algorithm>
#include <atomic>

#include "driver/device_state.hpp"

namespace duet::detail {

namespace {

std::uint64_t next_id() noexcept {
  static std::atomic<std::uint64_t> last{0};
  return ++last;
}

std::vector<vendor::GraphNodeHandle> nodes_of(vendor::GraphHandle graph) {
  std::size_t count = 0;
  DUET_DRIVER(graph_nodes, graph, nullptr, &count);
  std::vector<vendor::GraphNodeHandle> nodes(count);
  if (count != 0) DUET_DRIVER(graph_nodes, graph, nodes.data(), &count);
  return nodes;
}

using Node = vendor::GraphNodeHandle;

[[maybe_unused]] vendor::Status call_get_dependencies(vendor::Status (*call)(Node, Node*,
                                                                             std::size_t*),
                                                      Node node, Node* before, std::size_t* count) {
  return call(node, before, count);
}
/// The form of newer versions, with the edges' data. They refuse null for the data of edges that
/// are not plain ones.
template <typename EdgeData>
vendor::Status call_get_dependencies(vendor::Status (*call)(Node, Node*, EdgeData*, std::size_t*),
                                     Node node, Node* before, std::size_t* count) {
  std::vector<EdgeData> data(before == nullptr ? 0 : *count);
  return call(node, before, before == nullptr ? nullptr : data.data(), count);
}

std::vector<vendor::GraphNodeHandle> dependencies_of(vendor::GraphNodeHandle node) {
  const auto site = DUET_CALL_SITE(DriverNames, graph_node_dependencies, "node");
  const auto call = driver().graph_node_dependencies;
  std::size_t count = 0;
  check(call_get_dependencies(call, node, nullptr, &count), site);
  std::vector<vendor::GraphNodeHandle> before(count);
  if (count != 0) check(call_get_dependencies(call, node, before.data(), &count), site);
  return before;
}

}  // namespace

CapturedGraph::CapturedGraph(const Device& device, vendor::GraphHandle handle,
                             HostFunctions functions)
    : device_(device), handle_(handle), id_(next_id()), functions_(std::move(functions)) {}

CapturedGraph::~CapturedGraph() {
  if (!try_make_current(device_.state())) return;
  log_failed_call(driver().graph_destroy(handle_), "destroying a captured graph");
}

std::vector<CapturedGraph::Node> CapturedGraph::nodes() const {
  make_current(device_);
  const std::vector<vendor::GraphNodeHandle> handles = nodes_of(handle_);
  std::vector<Node> nodes;
  for (const vendor::GraphNodeHandle handle : handles) {
    vendor::GraphNodeType type{};
    DUET_DRIVER(graph_node_type, handle, &type);
    Node node{vendor::describe(type), {}};
    for (const vendor::GraphNodeHandle before : dependencies_of(handle)) {
      const auto position = std::ranges::find(handles, before);
      node.after.push_back(static_cast<std::uint32_t>(position - handles.begin()));
    }
    std::ranges::sort(node.after);
    nodes.push_back(std::move(node));
  }
  return nodes;
}

}  // namespace duet::detail
