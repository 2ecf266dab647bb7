#include <fmt/format.h>

#include <iterator>
#include <string_view>

#include "graph_state.hpp"

namespace duet {

namespace {

std::string escaped(std::string_view text) {
  std::string result;
  for (const char c : text) {
    if (c == '"' || c == '\\') result += '\\';
    result += c;
  }
  return result;
}

/// Writes the nodes of a graph and their edges. A node's name is the path of indices that leads to
/// it through child graphs.
class DotWriter {
 public:
  std::string write(const detail::GraphState& graph, const std::string& name) && {
    line(0, fmt::format("digraph \"{}\" {{", escaped(name)));
    line(1, "compound=true;");
    write_nodes(graph, "n", 1);
    line(0, "}");
    return std::move(text_);
  }

 private:
  void write_nodes(const detail::GraphState& graph, const std::string& path, int depth) {
    for (std::size_t i = 0; i < graph.nodes.size(); ++i) {
      const detail::GraphNodeState& node = graph.nodes[i];
      const std::string own = fmt::format("{}{}", path, i);
      line(depth, fmt::format("{} [shape={}, label=\"{}\"];", own,
                              node.kind() == GraphNodeKind::launch ? "box" : "ellipse",
                              escaped(text_of(node.call))));
      if (const auto* child = std::get_if<detail::ChildCall>(&node.call)) {
        line(depth, fmt::format("subgraph cluster_{} {{", own));
        line(depth + 1, fmt::format("label=\"{}\";", escaped(text_of(node.call))));
        write_nodes(*child->graph, own + "_", depth + 1);
        line(depth, "}");
      }
      for (const std::uint32_t before : node.after) {
        line(depth, fmt::format("{}{} -> {};", path, before, own));
      }
    }
  }
  void line(int depth, std::string_view text) {
    fmt::format_to(std::back_inserter(text_), "{:{}}{}\n", "", 2 * depth, text);
  }

  std::string text_{};
};

}  // namespace

std::string Graph::dot(const std::string& name) const { return DotWriter().write(state(), name); }

}  // namespace duet
