#pragma once

#include <cstdint>
#include <memory>
#include <mutex>
#include <unordered_map>

#include "base/error.hpp"
#include "cuda_graph.hpp"
#include "graph.hpp"
#include "objects/stream.hpp"

namespace hip_on_cuda {

/// An own copy of a graph, which becomes CUDA's at the next launch after a change that CUDA does
/// not take: AMD's runtime makes commands of all nodes at each launch (hipGraphExec::Run of
/// hip_graph_internal.cpp) and so takes every change, and reports a node's fault only there.
/// Thread-safety: launches only.
class GraphExec {
 public:
  explicit GraphExec(const Graph& original);

  /// @throws Failure
  void launch(const ActiveStream& stream);

  /// Changes the node that came of another graph's.
  /// @throws Failure (hipErrorInvalidValue) if none came of it or it is of another type
  template <typename Params, typename Changed>
  void change(const Node& original, const Changed& changed) {
    Node& node = node_of(original);
    require(std::holds_alternative<Params>(node.params));
    try {
      hip_on_cuda::change(std::get<Params>(node.params), changed);
    } catch (const Failure&) {
      has_changed(node);  // a child graph may have, in part
      throw;
    }
    has_changed(node);
  }

  /// The check of hipGraphExecUpdate and, as far as it holds, the change.
  /// @throws Failure (hipErrorGraphExecUpdateFailure)
  void update(const Graph& graph, hipGraphNode_t& error_node, hipGraphExecUpdateResult& result);

  /// @throws Failure (hipErrorUnknown) if the graph is not like the one of the child graph node
  void check_child(const Node& original, const Graph& graph);

 private:
  Node& node_of(const Node& original);
  void has_changed(const Node& node);

  std::unordered_map<std::uint64_t, Node*> nodes_;  ///< by the serial of the original
  std::unique_ptr<Graph> graph_;
  std::mutex mutex_;
  std::unique_ptr<CudaGraph> cuda_;
};

/// @throws Failure (hipErrorInvalidValue) for null or a handle that is no longer live
GraphExec& graph_exec_at(hipGraphExec_t handle);

}  // namespace hip_on_cuda
