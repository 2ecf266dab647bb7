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

/// An executable graph: a copy of a graph, and CUDA's form of it. If CUDA refuses a change, the
/// next launch builds CUDA's form again: AMD's runtime creates commands for all nodes at each
/// launch (hipGraphExec::Run of hip_graph_internal.cpp), so it accepts every change and reports
/// invalid nodes at the launch only. Thread-safety: only `launch` may be called concurrently.
class GraphExec {
 public:
  explicit GraphExec(const Graph& original);

  /// @throws Failure
  void launch(const ActiveStream& stream);

  /// Changes this graph's copy of the node `original`.
  /// @throws Failure (hipErrorInvalidValue) if there is no copy or it is of another type
  template <typename Params, typename Changed>
  void change(const Node& original, const Changed& changed) {
    Node& node = node_of(original);
    require(std::holds_alternative<Params>(node.params));
    try {
      hip_on_cuda::change(std::get<Params>(node.params), changed);
    } catch (const Failure&) {
      update_cuda(node);  // a child graph may have changed in part
      throw;
    }
    update_cuda(node);
  }

  /// Changes the nodes to those of `graph`, up to the first node that does not fit.
  /// @throws Failure (hipErrorGraphExecUpdateFailure)
  void update(const Graph& graph, hipGraphNode_t& error_node, hipGraphExecUpdateResult& result);

  /// Checks that the graph has the structure of the graph of the child graph node.
  /// @throws Failure (hipErrorUnknown) if it has not
  void check_child(const Node& original, const Graph& graph);

 private:
  Node& node_of(const Node& original);
  void update_cuda(const Node& node);

  std::unordered_map<std::uint64_t, Node*> nodes_;  ///< by the serial of the original
  std::unique_ptr<Graph> graph_;
  std::mutex mutex_;
  std::unique_ptr<CudaGraph> cuda_;
};

/// @throws Failure (hipErrorInvalidValue) for null and for a handle that is not live
GraphExec& graph_exec_at(hipGraphExec_t handle);

}  // namespace hip_on_cuda
