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

  const std::uint64_t serial;  ///< never given to another node, unlike the handle
  const std::uint64_t origin;  ///< the serial of the node that this one was first cloned from
  Graph* const graph;
  NodeParams params;
  std::vector<Node*> dependencies{};
  std::vector<Node*> dependents{};
};

/// Nodes and edges as HIP shows them. AMD's runtime makes commands of them at the launch; here they
/// become a CUDA graph then. Thread-safety: none, as HIP's.
class Graph : public Tracked<Graph, hipGraph_t> {
 public:
  Graph() = default;

  /// @throws Failure (hipErrorInvalidValue) if one dependency is given twice
  Node& add(NodeParams params, std::span<Node* const> dependencies);
  void remove(Node& node);

  /// @throws Failure (hipErrorInvalidValue) if there is that edge
  void connect(Node& from, Node& to);
  /// @throws Failure (hipErrorInvalidValue) if there is no such edge
  void disconnect(Node& from, Node& to);

  const std::vector<std::unique_ptr<Node>>& nodes() const { return nodes_; }
  std::vector<Node*> roots() const;
  std::vector<Node*> leaves() const;
  /// As ihipGraph::LevelOrder of hip_graph_internal.cpp.
  std::vector<Node*> level_order() const;

  std::unique_ptr<Graph> clone() const;
  /// Also says which node came of which, by its serial.
  std::unique_ptr<Graph> clone(std::unordered_map<std::uint64_t, Node*>& clones) const;

  bool is_clone = false;
  bool is_child = false;      ///< a child graph node owns it
  bool is_capturing = false;  ///< a capture owns it

 private:
  std::vector<std::unique_ptr<Node>> nodes_;
};

/// @throws Failure (hipErrorInvalidValue) for null or a handle that is no longer live
Graph& graph_at(hipGraph_t handle);
Node& node_at(hipGraphNode_t handle);

}  // namespace hip_on_cuda
