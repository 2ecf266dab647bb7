#include <duet/graph.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "driver/memory/fill_plan.hpp"
#include "graph_state.hpp"
#include "launch/launch_check.hpp"
#include "module/module_state.hpp"

namespace duet {

using namespace detail;

namespace {

/// Sorts and deduplicates indices. @throws Error for a node that is not in the graph
std::vector<std::uint32_t> checked_indices(const GraphState& graph, const Graph::Nodes& after) {
  std::vector<std::uint32_t> indices;
  for (const GraphNode node : after) {
    if (node.index >= graph.nodes.size()) {
      throw Error(ErrorCode::invalid_argument,
                  fmt::format("graph: there is no node {}; the graph has {} nodes", node.index,
                              graph.nodes.size()));
    }
    indices.push_back(node.index);
  }
  std::ranges::sort(indices);
  indices.erase(std::unique(indices.begin(), indices.end()), indices.end());
  return indices;
}

GraphNode add(GraphState& graph, std::vector<std::uint32_t> after, GraphCall call) {
  graph.nodes.push_back({std::move(call), std::move(after)});
  return {static_cast<std::uint32_t>(graph.nodes.size() - 1)};
}

void require_device(const GraphState& graph, const Device& device, const char* item) {
  if (device == graph.device) return;
  throw Error(ErrorCode::invalid_argument,
              fmt::format("graph: the {} belongs to device {}, the graph to device {}", item,
                          device.ordinal(), graph.device.ordinal()));
}

}  // namespace

const char* name_of(GraphNodeKind kind) noexcept {
  switch (kind) {
    case GraphNodeKind::launch: return "launch";
    case GraphNodeKind::copy: return "copy";
    case GraphNodeKind::fill: return "fill";
    case GraphNodeKind::host: return "host";
    case GraphNodeKind::empty: return "empty";
    case GraphNodeKind::record: return "record";
    case GraphNodeKind::wait: return "wait";
    case GraphNodeKind::child: return "child";
    case GraphNodeKind::captured: return "captured";
  }
  return "unknown";
}

void detail::check_node_launch(const Kernel& kernel, const LaunchShape& shape,
                               const Arguments& arguments) {
  if (shape.is_special() && !vendor::graphs_take_special_launches) {
    throw Error(ErrorCode::not_supported,
                fmt::format("launch of {}: this backend's graphs do not support cooperative grids "
                            "and clusters; launch it in the stream",
                            kernel.name()));
  }
  check_launch(kernel.state(), shape, arguments.shapes());
  check_memory(kernel, arguments);
}

Graph::Graph(const Device& device) : state_(std::make_shared<GraphState>(device)) {}
Graph::Graph(const Graph& other) : state_(other.share()) {}
Graph& Graph::operator=(const Graph& other) {
  if (this != &other) state_ = other.share();
  return *this;
}
Graph::Graph(Graph&&) noexcept = default;
Graph& Graph::operator=(Graph&&) noexcept = default;
Graph::~Graph() = default;

const GraphState& Graph::state() const {
  if (state_ == nullptr) throw Error(ErrorCode::invalid_handle, "the Graph was moved from");
  return *state_;
}

GraphState& Graph::own_state() {
  (void)state();
  return own(state_);
}

std::shared_ptr<GraphState> Graph::share() const {
  (void)state();
  return detail::share(state_);
}

const Device& Graph::device() const { return state().device; }
std::size_t Graph::size() const { return state().nodes.size(); }

GraphNode Graph::launch(const Nodes& after, const Kernel& kernel, const LaunchShape& shape,
                        Arguments arguments) {
  GraphState& graph = own_state();
  require_device(graph, kernel.device(), "kernel");
  check_node_launch(kernel, shape, arguments);
  return add(graph, checked_indices(graph, after), LaunchCall{kernel, shape, std::move(arguments)});
}

GraphNode Graph::launch(const Nodes& after, const Kernel& kernel, const LaunchShape& shape,
                        std::span<void* const> values) {
  return launch(after, kernel, shape, arguments_of(kernel.state(), values));
}

GraphNode Graph::copy(const Nodes& after, const CopyRequest& request) {
  GraphState& graph = own_state();
  check_copy(graph.device, request);
  if (request.to_bytes == 0) return empty(after);
  return add(graph, checked_indices(graph, after),
             CopyCall{request.direction, request.to, request.from, request.to_bytes});
}

GraphNode Graph::fill(const Nodes& after, const FillRequest& request) {
  GraphState& graph = own_state();
  if (request.count == 0) return empty(after);
  check_fill(graph.device, request);
  std::vector<std::uint32_t> before = checked_indices(graph, after);
  const std::size_t size = graph.nodes.size();
  GraphNode last;
  const auto chain = [&](GraphCall call) {
    last = add(graph, std::exchange(before, {}), std::move(call));
    before = {last.index};
  };
  try {
    plan_fill(
        request.to, request.count, request.value, request.size,
        [&](void* at, std::size_t bytes, std::uint32_t word, std::size_t word_bytes) {
          chain(FillCall{at, word, word_bytes, bytes / word_bytes});
        },
        [&](void* at, const void* from, std::size_t bytes) {
          chain(CopyCall{CopyDirection::device_to_device, at, from, bytes});
        });
  } catch (...) {
    graph.nodes.resize(size, {EmptyCall()});
    throw;
  }
  return last;
}

GraphNode Graph::launch_host_function(const Nodes& after, std::function<void()> function) {
  if (!function) throw Error(ErrorCode::invalid_argument, "the host function is empty");
  GraphState& graph = own_state();
  return add(graph, checked_indices(graph, after),
             HostCall{std::make_shared<std::function<void()>>(std::move(function))});
}

GraphNode Graph::empty(const Nodes& after) {
  GraphState& graph = own_state();
  return add(graph, checked_indices(graph, after), EmptyCall());
}

GraphNode Graph::record(const Nodes& after, EventRef event) {
  GraphState& graph = own_state();
  require_device(graph, event.device(), "event");
  return add(graph, checked_indices(graph, after), RecordCall{event.handle()});
}

GraphNode Graph::wait(const Nodes& after, EventRef event) {
  GraphState& graph = own_state();
  return add(graph, checked_indices(graph, after), WaitCall{event.handle()});
}

GraphNode Graph::child(const Nodes& after, const Graph& child) {
  // Shared first: the child may be this graph.
  const std::shared_ptr<GraphState> shared = child.share();
  GraphState& graph = own_state();
  require_device(graph, shared->device, "child graph");
  return add(graph, checked_indices(graph, after), ChildCall{shared});
}

void Graph::follow(GraphNode node, GraphNode after) {
  GraphState& graph = own_state();
  const std::uint32_t follower = checked_indices(graph, {node}).front();
  const std::uint32_t before = checked_indices(graph, {after}).front();
  std::vector<std::uint32_t> all = graph.nodes[follower].after;
  const auto position = std::ranges::lower_bound(all, before);
  if (position != all.end() && *position == before) return;
  all.insert(position, before);
  std::vector<std::uint32_t>& edges = graph.nodes[follower].after;
  std::swap(all, edges);
  bool has_cycle = true;
  try {
    has_cycle = graph.order().size() != graph.nodes.size();
  } catch (...) {
    std::swap(all, edges);
    throw;
  }
  if (!has_cycle) return;
  std::swap(all, edges);
  throw Error(
      ErrorCode::invalid_argument,
      fmt::format("graph: node {} ({}) and node {} ({}) would wait for each other", follower,
                  text_of(graph.nodes[follower].call), before, text_of(graph.nodes[before].call)));
}

std::vector<GraphNodeInfo> Graph::nodes() const {
  std::vector<GraphNodeInfo> infos;
  for (const GraphNodeState& node : state().nodes) infos.push_back(describe(node));
  return infos;
}

}  // namespace duet
