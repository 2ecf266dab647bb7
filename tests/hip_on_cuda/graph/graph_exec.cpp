#include "graph_exec.hpp"

#include "base/behaviour.hpp"
#include "base/error.hpp"
#include "base/handle_set.hpp"
#include "cuda/cuda_driver.hpp"
#include "objects/entry.hpp"

namespace hip_on_cuda {
namespace {

using GraphExecSet = HandleSet<GraphExec, hipGraphExec_t>;

GraphExecSet& executables() {
  static GraphExecSet& set = *new GraphExecSet;
  return set;
}

/// The result that hipGraphExecUpdate reports if a node's SetParams fails with `status`.
hipGraphExecUpdateResult result_of(hipError_t status) {
  switch (status) {
    case hipErrorInvalidDeviceFunction: return hipGraphExecUpdateErrorUnsupportedFunctionChange;
    case hipErrorInvalidValue:
    case hipErrorInvalidDevicePointer: return hipGraphExecUpdateErrorParametersChanged;
    default: return hipGraphExecUpdateErrorNotSupported;
  }
}

void instantiate(hipGraphExec_t* result, hipGraph_t graph) {
  require(result != nullptr);
  *result = executables().add(std::make_unique<GraphExec>(graph_at(graph)));
}

}  // namespace

GraphExec::GraphExec(const Graph& original) : graph_(original.clone(nodes_)) {}

void GraphExec::launch(const ActiveStream& stream) {
  const std::lock_guard lock(mutex_);
  if (cuda_ == nullptr) cuda_ = std::make_unique<CudaGraph>(*graph_, stream.device->context);
  check(cuda().cuGraphLaunch(cuda_->executable(), stream.handle));
}

// As hip_graph.cpp of 5.2 to 5.7: compares the number of nodes and, in level order, their types,
// but no edges. Nodes before the first difference stay changed. From 6.0 on the numbers of
// dependencies must agree, too; an update that passes both checks has the same effect.
void GraphExec::update(const Graph& graph, hipGraphNode_t& error_node,
                       hipGraphExecUpdateResult& result) {
  const auto fail = [&](hipGraphExecUpdateResult why) {
    result = why;
    throw Failure{hipErrorGraphExecUpdateFailure};
  };
  const std::vector<Node*> nodes = graph_->level_order();
  const std::vector<Node*> others = graph.level_order();
  // 5.2 does not write the error node here; 6.0 sets it to null.
  if (nodes.size() != others.size()) fail(hipGraphExecUpdateErrorTopologyChanged);
  for (std::size_t i = 0; i < nodes.size(); ++i) {
    if (nodes[i]->params.index() != others[i]->params.index()) {
      error_node = others[i]->handle();
      fail(hipGraphExecUpdateErrorNodeTypeChanged);
    }
    try {
      hip_on_cuda::change(nodes[i]->params, others[i]->params);
    } catch (const Failure& failure) {
      error_node = others[i]->handle();
      update_cuda(*nodes[i]);  // a child graph may have changed in part
      fail(result_of(failure.status));
    }
    update_cuda(*nodes[i]);
  }
  result = hipGraphExecUpdateSuccess;
}

// The check of 5.3 and later.
void GraphExec::check_child(const Node& original, const Graph& graph) {
  const auto* const child = std::get_if<ChildGraph>(&original.params);
  require(child != nullptr);
  const std::vector<Node*> nodes = child->graph->level_order();
  const std::vector<Node*> others = graph.level_order();
  require(nodes.size() == others.size(), hipErrorUnknown);
  for (std::size_t i = 0; i < nodes.size(); ++i) {
    require(nodes[i]->params.index() == others[i]->params.index(), hipErrorUnknown);
  }
}

Node& GraphExec::node_of(const Node& original) {
  const auto found = nodes_.find(original.serial);
  require(found != nodes_.end());
  return *found->second;
}

void GraphExec::update_cuda(const Node& node) {
  const std::lock_guard lock(mutex_);
  if (cuda_ != nullptr && !cuda_->update(node)) cuda_ = nullptr;
}

GraphExec& graph_exec_at(hipGraphExec_t handle) {
  GraphExec* const found = executables().find(handle);
  require(found != nullptr);
  return *found;
}

}  // namespace hip_on_cuda

using namespace hip_on_cuda;

// hip_graph.cpp writes neither the error node nor the log.
hipError_t hipGraphInstantiate(hipGraphExec_t* executable, hipGraph_t graph, hipGraphNode_t*, char*,
                               std::size_t) {
  return entry([&] { instantiate(executable, graph); });
}

hipError_t hipGraphInstantiateWithFlags(hipGraphExec_t* executable, hipGraph_t graph,
                                        unsigned long long flags) {
  return entry([&] {
    require(flags == 0 || flags == hipGraphInstantiateFlagAutoFreeOnLaunch);
    instantiate(executable, graph);
  });
}

hipError_t hipGraphExecDestroy(hipGraphExec_t executable) {
  return entry([&] { require(executables().remove(executable) != nullptr); });
}

// A capturing stream does not record it, neither in 5.2 nor in 6.2.
hipError_t hipGraphLaunch(hipGraphExec_t executable, hipStream_t stream) {
  return entry([&] { graph_exec_at(executable).launch(activate(stream)); });
}

hipError_t hipGraphExecUpdate(hipGraphExec_t executable, hipGraph_t graph,
                              hipGraphNode_t* error_node, hipGraphExecUpdateResult* result) {
  return entry([&] {
    require(error_node != nullptr && result != nullptr);
    activate(current_device());
    graph_exec_at(executable).update(graph_at(graph), *error_node, *result);
  });
}

hipError_t hipGraphExecKernelNodeSetParams(hipGraphExec_t executable, hipGraphNode_t node,
                                           const hipKernelNodeParams* params) {
  return entry([&] {
    require(params != nullptr && params->func != nullptr);
    activate(current_device());
    graph_exec_at(executable).change<KernelCall>(node_at(node), *params);
  });
}

hipError_t hipGraphExecMemcpyNodeSetParams(hipGraphExec_t executable, hipGraphNode_t node,
                                           hipMemcpy3DParms* params) {
  return entry([&] {
    require(params != nullptr);
    activate(current_device());
    graph_exec_at(executable).change<hipMemcpy3DParms>(node_at(node), *params);
  });
}

hipError_t hipGraphExecMemcpyNodeSetParams1D(hipGraphExec_t executable, hipGraphNode_t node,
                                             void* to, const void* from, std::size_t bytes,
                                             hipMemcpyKind kind) {
  return entry([&] {
    require(bytes != 0 && to != from);
    activate(current_device());
    graph_exec_at(executable).change<Copy1D>(node_at(node), Copy1D{to, from, bytes, kind});
  });
}

hipError_t hipGraphExecMemsetNodeSetParams(hipGraphExec_t executable, hipGraphNode_t node,
                                           const hipMemsetParams* params) {
  return entry([&] {
    require(params != nullptr && params->dst != nullptr);
    activate(current_device());
    graph_exec_at(executable).change<hipMemsetParams>(node_at(node), *params);
  });
}

// As hip_graph.cpp: refuses a null userData, although hipGraphAddHostNode takes it.
hipError_t hipGraphExecHostNodeSetParams(hipGraphExec_t executable, hipGraphNode_t node,
                                         const hipHostNodeParams* params) {
  return entry([&] {
    require(params != nullptr && params->fn != nullptr && params->userData != nullptr);
    graph_exec_at(executable).change<hipHostNodeParams>(node_at(node), *params);
  });
}

hipError_t hipGraphExecEventRecordNodeSetEvent(hipGraphExec_t executable, hipGraphNode_t node,
                                               hipEvent_t event) {
  return entry([&] {
    require(event != nullptr);
    graph_exec_at(executable).change<EventRecord>(node_at(node), EventRecord{event});
  });
}

hipError_t hipGraphExecEventWaitNodeSetEvent(hipGraphExec_t executable, hipGraphNode_t node,
                                             hipEvent_t event) {
  return entry([&] {
    require(event != nullptr);
    graph_exec_at(executable).change<EventWait>(node_at(node), EventWait{event});
  });
}

hipError_t hipGraphExecChildGraphNodeSetParams(hipGraphExec_t executable, hipGraphNode_t node,
                                               hipGraph_t child) {
  return entry([&] {
    GraphExec& found = graph_exec_at(executable);
    const Node& original = node_at(node);
    const Graph& graph = graph_at(child);
    require(original.graph != &graph, hipErrorUnknown);
    activate(current_device());
    if (behaviour.compares_child_graphs) {
      found.check_child(original, graph);
    } else {
      hipGraphNode_t error_node = nullptr;
      hipGraphExecUpdateResult result{};
      found.update(graph, error_node, result);
    }
    found.change<ChildGraph>(original, graph);
  });
}
