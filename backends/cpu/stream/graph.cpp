#include "graph.hpp"

namespace duet::cpu {

GraphNodeType GraphStep::type() const noexcept {
  if (recorded != nullptr) return GraphNodeType::record;
  if (awaited != nullptr) return GraphNodeType::wait;
  return operation == nullptr ? GraphNodeType::empty : operation->type();
}

GraphNodeType GraphNode::type() const noexcept {
  return child == nullptr ? step.type() : GraphNodeType::graph;
}

std::size_t GraphNode::steps() const noexcept {
  if (child == nullptr) return 1;
  std::size_t count = 0;
  for (const auto& node : child->nodes) count += node->steps();
  return count;
}

Graph::Graph(const Graph& other) {
  for (const auto& node : other.nodes) {
    nodes.push_back(std::make_unique<GraphNode>(*node));
    nodes.back()->graph = this;
  }
}

Graph::Graph(const std::vector<GraphStep>& steps) {
  for (const GraphStep& step : steps) {
    const std::size_t index = nodes.size();
    nodes.push_back(std::make_unique<GraphNode>(GraphNode{this, index, step}));
    if (index != 0) nodes.back()->after.push_back(index - 1);
  }
}

std::vector<GraphStep> Graph::steps() const {
  std::vector<GraphStep> all;
  for (const auto& node : nodes) {
    if (node->child == nullptr) {
      all.push_back(node->step);
    } else {
      const std::vector<GraphStep> of_child = node->child->steps();
      all.insert(all.end(), of_child.begin(), of_child.end());
    }
  }
  return all;
}

}  // namespace duet::cpu
