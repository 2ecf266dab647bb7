#pragma once

#include <cstddef>
#include <memory>
#include <variant>

#include "base/hip_api.hpp"
#include "kernel_call.hpp"

namespace hip_on_cuda {

class Graph;

/// Owns a copy of the graph that the node was created from.
struct ChildGraph {
  explicit ChildGraph(const Graph& original);
  ChildGraph(const ChildGraph& other);
  ChildGraph(ChildGraph&& other) noexcept;
  ChildGraph& operator=(ChildGraph&& other) noexcept;
  ~ChildGraph();

  std::unique_ptr<Graph> graph;
};

struct Empty {};

struct EventWait {
  hipEvent_t event;
};

struct EventRecord {
  hipEvent_t event;
};

struct Copy1D {
  void* to;
  const void* from;
  std::size_t bytes;
  hipMemcpyKind kind;
};

/// The parameters of a node; the alternatives are in the order of hipGraphNodeType.
using NodeParams = std::variant<KernelCall, hipMemcpy3DParms, hipMemsetParams, hipHostNodeParams,
                                ChildGraph, Empty, EventWait, EventRecord, Copy1D>;

hipGraphNodeType type_of(const NodeParams& params);

// Check the parameters of a new node as HIP 5.2 does. All throw Failure.
void check_new(const Copy1D& copy);
void check_new(const hipMemcpy3DParms& copy);
void check_new(const hipMemsetParams& fill);

// Change the parameters of a node as the SetParams of hip_graph_internal.hpp do. All throw Failure;
// then nothing has changed, except in a child graph.
void change(KernelCall& old, const hipKernelNodeParams& params);
void change(Copy1D& old, const Copy1D& copy);
void change(hipMemcpy3DParms& old, const hipMemcpy3DParms& copy);
void change(hipMemsetParams& old, const hipMemsetParams& fill);
void change(hipHostNodeParams& old, const hipHostNodeParams& call);
void change(EventWait& old, const EventWait& wait);
void change(EventRecord& old, const EventRecord& record);
void change(ChildGraph& old, const Graph& graph);

/// Both must hold the same alternative.
void change(NodeParams& old, const NodeParams& params);

}  // namespace hip_on_cuda
