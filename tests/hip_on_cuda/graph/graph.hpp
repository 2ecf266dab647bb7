#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <unordered_map>
#include <vector>

#include "base/tracked.hpp"
#include "node_params.hpp"

namespace hip_on_cuda {

struct Node : Tracked<Node, hipGraphNode_t> {
  Node(Graph& owner, NodeParams what, std::uint64_t origin_serial = 0);

  const std::uint64_t serial;  ///< unique; unlike the handle, never used again
  const std::uint64_t origin;  ///< serial of the node that this one is a clone of, over all clones
  Graph* const graph;
  NodeParams params;
  std::vector<Node*> dependencies{};
  std::vector<Node*> dependents{};
};

/// The nodes and edges of a hipGraph_t. AMD's runtime turns them into commands at the launch; this
/// library turns them into a CUDA graph. Thread-safety: none, as in HIP.
class Graph : public Tracked<Graph, hipGraph_t> {
 public:
  Graph() = default;

  /// @throws Failure (hipErrorInvalidValue) if one dependency is given twice
  Node& add(NodeParams params, std::span<Node* const> dependencies);
  void remove(Node& node);

  /// @throws Failure (hipErrorInvalidValue) if the edge exists
  void connect(Node& from, Node& to);
  /// @throws Failure (hipErrorInvalidValue) if the edge does not exist
  void disconnect(Node& from, Node& to);

  const std::vector<std::unique_ptr<Node>>& nodes() const { return nodes_; }
  std::vector<Node*> roots() const;
  std::vector<Node*> leaves() const;
  /// The nodes in the order of ihipGraph::LevelOrder of hip_graph_internal.cpp.
  std::vector<Node*> level_order() const;

  std::unique_ptr<Graph> clone() const;
  /// Also fills `clones`: the clone of each node, by the node's serial.
  std::unique_ptr<Graph> clone(std::unordered_map<std::uint64_t, Node*>& clones) const;

  bool is_clone = false;
  bool is_child = false;      ///< a child graph node owns it
  bool is_capturing = false;  ///< a capture owns it

 private:
  std::vector<std::unique_ptr<Node>> nodes_;
};

/// @throws Failure (hipErrorInvalidValue) for null and for a handle that is not live
Graph& graph_at(hipGraph_t handle);
Node& node_at(hipGraphNode_t handle);

}  // namespace hip_on_cuda
