#include "graph_state.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <map>
#include <numeric>
#include <queue>
#include <string>

#include "base/extent_text.hpp"
#include "captured_graph.hpp"

namespace duet::detail {

namespace {

/// Describes a captured graph: "captured: 3 nodes (2 kernel, 1 fill)".
std::string text_of_captured(const CapturedGraph& graph) {
  std::map<std::string, std::size_t> counts;
  std::size_t total = 0;
  for (const CapturedGraph::Node& node : graph.nodes()) {
    ++counts[node.text];
    ++total;
  }
  std::string kinds;
  for (const auto& [kind, count] : counts) {
    kinds += fmt::format("{}{} {}", kinds.empty() ? "" : ", ", count, kind);
  }
  return fmt::format("captured: {} nodes ({})", total, kinds);
}

struct Describe {
  std::string operator()(const LaunchCall& call) const {
    return text_of_launch(call.kernel, call.shape);
  }
  std::string operator()(const CopyCall& call) const {
    return text_of_copy(call.direction, call.bytes);
  }
  std::string operator()(const FillCall& call) const {
    return text_of_fill(call.words * call.word_bytes);
  }
  std::string operator()(const HostCall&) const { return "host function"; }
  std::string operator()(const EmptyCall&) const { return "empty"; }
  std::string operator()(const RecordCall&) const { return "record event"; }
  std::string operator()(const WaitCall&) const { return "wait for event"; }
  std::string operator()(const ChildCall& call) const {
    return fmt::format("graph of {} nodes", call.graph->nodes.size());
  }
  std::string operator()(const CapturedCall& call) const { return text_of_captured(*call.graph); }
};

}  // namespace

bool operator==(const ChildCall& a, const ChildCall& b) {
  return a.graph == b.graph || a.graph->nodes == b.graph->nodes;
}

std::shared_ptr<GraphState> share(const std::shared_ptr<GraphState>& state) noexcept {
  state->is_shared.store(true, std::memory_order_relaxed);
  return state;
}

GraphState& own(std::shared_ptr<GraphState>& state) {
  if (state->is_shared.load(std::memory_order_relaxed))
    state = std::make_shared<GraphState>(*state);
  return *state;
}

std::vector<std::uint32_t> GraphState::order() const {
  std::vector<std::uint32_t> result(nodes.size());
  std::iota(result.begin(), result.end(), 0U);
  // Usually each node was added behind those that it follows.
  const bool is_in_order = std::ranges::all_of(
      result, [&](std::uint32_t i) { return nodes[i].after.empty() || nodes[i].after.back() < i; });
  if (is_in_order) return result;
  result.clear();
  std::vector<std::size_t> missing(nodes.size());
  std::vector<std::vector<std::uint32_t>> followers(nodes.size());
  std::priority_queue<std::uint32_t, std::vector<std::uint32_t>, std::greater<>> ready;
  for (std::uint32_t i = 0; i < nodes.size(); ++i) {
    missing[i] = nodes[i].after.size();
    for (const std::uint32_t before : nodes[i].after) followers[before].push_back(i);
    if (missing[i] == 0) ready.push(i);
  }
  while (!ready.empty()) {
    const std::uint32_t node = ready.top();
    ready.pop();
    result.push_back(node);
    for (const std::uint32_t follower : followers[node]) {
      if (--missing[follower] == 0) ready.push(follower);
    }
  }
  return result;
}

bool GraphNodeState::has_structure_of(const GraphNodeState& other) const {
  if (kind() != other.kind() || after != other.after) return false;
  if (const auto* launch = std::get_if<LaunchCall>(&call)) {
    return launch->has_attributes_of(std::get<LaunchCall>(other.call));
  }
  if (const auto* captured = std::get_if<CapturedCall>(&call)) {
    return captured->graph->structure() == std::get<CapturedCall>(other.call).graph->structure();
  }
  const auto* child = std::get_if<ChildCall>(&call);
  return child == nullptr || child->graph->has_structure_of(*std::get<ChildCall>(other.call).graph);
}

bool GraphState::has_structure_of(const GraphState& other) const {
  return std::ranges::equal(
      nodes, other.nodes,
      [](const GraphNodeState& a, const GraphNodeState& b) { return a.has_structure_of(b); });
}

GraphNodeInfo describe(const GraphNodeState& node) {
  GraphNodeInfo info{node.kind(), text_of(node.call)};
  for (const std::uint32_t before : node.after) info.after.push_back({before});
  return info;
}

std::string text_of_launch(const Kernel& kernel, const LaunchShape& shape) {
  const std::string shared =
      shape.shared_bytes == 0 ? "" : fmt::format(" {} bytes", shape.shared_bytes);
  return fmt::format("{} {} {}{}", kernel.name(), text(shape.grid), text(shape.block), shared);
}

std::string text_of_copy(CopyDirection direction, std::size_t bytes) {
  constexpr const char* ways[] = {"host to device", "device to host", "device to device"};
  return fmt::format("copy {} bytes, {}", bytes, ways[static_cast<int>(direction)]);
}

std::string text_of_fill(std::size_t bytes) { return fmt::format("fill {} bytes", bytes); }

std::string text_of(const GraphCall& call) { return std::visit(Describe(), call); }

}  // namespace duet::detail
