#include "graph.hpp"

namespace duet::detail {

int FusionGraph::add_input(DataType type) {
  inputs_.push_back(static_cast<int>(nodes_.size()));
  nodes_.push_back({FusionNode::Kind::input, type});
  return inputs_.back();
}

int FusionGraph::add(FusionNode node) {
  const auto [known, is_new] = known_.try_emplace(
      Key(node.kind, node.type, node.text, node.operands), static_cast<int>(nodes_.size()));
  if (is_new) nodes_.push_back(std::move(node));
  return known->second;
}

std::vector<bool> FusionGraph::needed() const {
  std::vector<bool> needed(nodes_.size());
  for (const int output : outputs_) needed[static_cast<std::size_t>(output)] = true;
  for (std::size_t i = nodes_.size(); i-- > 0;) {
    if (!needed[i]) continue;
    for (const int operand : nodes_[i].operands) needed[static_cast<std::size_t>(operand)] = true;
  }
  return needed;
}

}  // namespace duet::detail
