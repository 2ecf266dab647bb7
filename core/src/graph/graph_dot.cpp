#include "dot_writer.hpp"
#include "graph_state.hpp"

namespace duet {

namespace {

void write(detail::DotWriter& writer, const detail::GraphState& graph) {
  for (const detail::GraphNodeState& node : graph.nodes) {
    const GraphNodeInfo info = describe(node);
    writer.add(info);
    const auto* child = std::get_if<detail::ChildCall>(&node.call);
    if (child == nullptr) continue;
    writer.begin_child(info.text);
    write(writer, *child->graph);
    writer.end_child();
  }
}

}  // namespace

std::string Graph::dot(const std::string& name) const {
  detail::DotWriter writer(name);
  write(writer, state());
  return std::move(writer).text();
}

}  // namespace duet
