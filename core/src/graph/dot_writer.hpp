#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include <duet/graph.hpp>

namespace duet::detail {

/// Writes a graph in the DOT language of Graphviz. A node's name is the path of indices that leads
/// to it through child graphs.
class DotWriter {
 public:
  /// @param name  of the graph
  explicit DotWriter(std::string_view name);

  /// Adds the next node of the graph, or of the innermost child graph.
  void add(const GraphNodeInfo& node);
  /// Begins a child graph: that of the node added last.
  void begin_child(std::string_view label);
  void end_child();

  /// Ends the graph. @returns the text
  std::string text() &&;

 private:
  struct Level {
    std::string path;
    std::size_t nodes = 0;
  };
  void line(std::string_view text);

  std::string text_{};
  std::vector<Level> levels_{};
};

}  // namespace duet::detail
