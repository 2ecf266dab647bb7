#pragma once

#include <cuda.h>

#include <memory>
#include <unordered_map>
#include <vector>

#include "graph.hpp"

namespace hip_on_cuda {

/// A graph in CUDA's form. The nodes of a child graph are inlined between two empty nodes, so that
/// each can be changed by itself.
class CudaGraph {
 public:
  /// @throws Failure if CUDA refuses it
  CudaGraph(const Graph& graph, CUcontext context);

  /// Gives CUDA a node's new parameters. False if CUDA refuses them: then build a new CudaGraph.
  bool update(const Node& node);

  CUgraphExec executable() const { return executable_.get(); }

 private:
  struct Destroy {
    void operator()(CUgraph graph) const noexcept;
    void operator()(CUgraphExec executable) const noexcept;
  };
  struct Built {
    CUgraphNode node;
    bool is_empty;
  };
  using Nodes = std::vector<CUgraphNode>;

  Nodes add(const Graph& graph, const Nodes& before);
  Built add(const NodeParams& params, const Nodes& before);
  CUgraphNode add_empty(const Nodes& before);

  CUcontext context_;
  std::unique_ptr<CUgraph_st, Destroy> graph_;
  std::unique_ptr<CUgraphExec_st, Destroy> executable_;
  std::unordered_map<const Node*, Built> built_;
};

}  // namespace hip_on_cuda
