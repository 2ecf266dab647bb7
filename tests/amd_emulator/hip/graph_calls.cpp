// Entry points for graphs.

#include "cpu/stream/graph.hpp"
#include "cpu/stream/operations.hpp"
#include "hip/entry.hpp"
#include "hip/launch.hpp"

// The CPU backend's graphs make the launches of their nodes with this.
duet::cpu::Status duet::cpu::make_launch(const KernelNodeParameters& node,
                                         std::unique_ptr<Operation>& operation) {
  const amd_emulator::LaunchCall call{.function = node.function,
                                      .shape = {.grid = std::to_array(node.grid),
                                                .block = std::to_array(node.block),
                                                .shared_bytes = node.shared_bytes},
                                      .values = node.values};
  if (amd_emulator::check_launch(call) != hipSuccess) return Status::invalid_value;
  operation = std::make_unique<amd_emulator::LaunchOperation>(call);
  return Status::success;
}

namespace amd_emulator {
namespace {

cpu::KernelNodeParameters to_cpu(const hipKernelNodeParams& node) {
  return {.function = amd_emulator::to_cpu(static_cast<hipFunction_t>(node.func)),
          .grid = {node.gridDim.x, node.gridDim.y, node.gridDim.z},
          .block = {node.blockDim.x, node.blockDim.y, node.blockDim.z},
          .shared_bytes = node.sharedMemBytes,
          .values = node.kernelParams};
}

cpu::HostNodeParameters to_cpu(const hipHostNodeParams& node) { return {node.fn, node.userData}; }

/// Calls with the parameters in the CPU backend's form.
template <typename Parameters, typename Call>
hipError_t with(const Parameters* parameters, const Call& call) {
  return entry([&] {
    if (parameters == nullptr) return cpu::Status::invalid_value;
    const auto converted = to_cpu(*parameters);
    return call(&converted);
  });
}

/// Whether a fill is one row of words, the only form that is emulated.
bool is_row(const hipMemsetParams* fill) { return fill != nullptr && fill->height == 1; }

hipGraphNodeType to_hip_type(cpu::GraphNodeType type) {
  switch (type) {
    case cpu::GraphNodeType::kernel: return hipGraphNodeTypeKernel;
    case cpu::GraphNodeType::copy: return hipGraphNodeTypeMemcpy;
    case cpu::GraphNodeType::fill: return hipGraphNodeTypeMemset;
    case cpu::GraphNodeType::host: return hipGraphNodeTypeHost;
    case cpu::GraphNodeType::graph: return hipGraphNodeTypeGraph;
    case cpu::GraphNodeType::empty: return hipGraphNodeTypeEmpty;
    case cpu::GraphNodeType::wait: return hipGraphNodeTypeWaitEvent;
    case cpu::GraphNodeType::record: return hipGraphNodeTypeEventRecord;
  }
  return hipGraphNodeTypeCount;
}

}  // namespace
}  // namespace amd_emulator

using namespace amd_emulator;
using amd_emulator::to_cpu;

hipError_t hipGraphCreate(hipGraph_t* graph, unsigned int flags) {
  return entry([&] { return cpu::graph_create(to_cpu(graph), flags); });
}

hipError_t hipGraphDestroy(hipGraph_t graph) {
  return entry([&] { return cpu::graph_destroy(to_cpu(graph)); });
}

hipError_t hipGraphAddKernelNode(hipGraphNode_t* node, hipGraph_t graph,
                                 const hipGraphNode_t* after, std::size_t count,
                                 const hipKernelNodeParams* parameters) {
  return with(parameters, [&](const auto* converted) {
    return cpu::graph_add_kernel(to_cpu(node), to_cpu(graph), to_cpu(after), count, converted);
  });
}

hipError_t hipGraphAddMemcpyNode1D(hipGraphNode_t* node, hipGraph_t graph,
                                   const hipGraphNode_t* after, std::size_t count, void* to,
                                   const void* from, std::size_t bytes, hipMemcpyKind) {
  return entry([&] {
    return cpu::graph_add_copy(to_cpu(node), to_cpu(graph), to_cpu(after), count, to, from, bytes);
  });
}

hipError_t hipGraphAddMemsetNode(hipGraphNode_t* node, hipGraph_t graph,
                                 const hipGraphNode_t* after, std::size_t count,
                                 const hipMemsetParams* fill) {
  return entry([&] {
    if (!is_row(fill)) return cpu::Status::not_supported;
    return cpu::graph_add_fill(to_cpu(node), to_cpu(graph), to_cpu(after), count, fill->dst,
                               fill->value, fill->elementSize, fill->width);
  });
}

hipError_t hipGraphAddHostNode(hipGraphNode_t* node, hipGraph_t graph, const hipGraphNode_t* after,
                               std::size_t count, const hipHostNodeParams* parameters) {
  return with(parameters, [&](const auto* converted) {
    return cpu::graph_add_host(to_cpu(node), to_cpu(graph), to_cpu(after), count, converted);
  });
}

hipError_t hipGraphAddEmptyNode(hipGraphNode_t* node, hipGraph_t graph, const hipGraphNode_t* after,
                                std::size_t count) {
  return entry(
      [&] { return cpu::graph_add_empty(to_cpu(node), to_cpu(graph), to_cpu(after), count); });
}

hipError_t hipGraphAddEventRecordNode(hipGraphNode_t* node, hipGraph_t graph,
                                      const hipGraphNode_t* after, std::size_t count,
                                      hipEvent_t event) {
  return entry([&] {
    return cpu::graph_add_record(to_cpu(node), to_cpu(graph), to_cpu(after), count, to_cpu(event));
  });
}

hipError_t hipGraphAddEventWaitNode(hipGraphNode_t* node, hipGraph_t graph,
                                    const hipGraphNode_t* after, std::size_t count,
                                    hipEvent_t event) {
  return entry([&] {
    return cpu::graph_add_wait(to_cpu(node), to_cpu(graph), to_cpu(after), count, to_cpu(event));
  });
}

hipError_t hipGraphAddChildGraphNode(hipGraphNode_t* node, hipGraph_t graph,
                                     const hipGraphNode_t* after, std::size_t count,
                                     hipGraph_t child) {
  return entry([&] {
    return cpu::graph_add_child(to_cpu(node), to_cpu(graph), to_cpu(after), count, to_cpu(child));
  });
}

hipError_t hipGraphGetNodes(hipGraph_t graph, hipGraphNode_t* nodes, std::size_t* count) {
  return entry([&] { return cpu::graph_nodes(to_cpu(graph), to_cpu(nodes), count); });
}

hipError_t hipGraphNodeGetType(hipGraphNode_t node, hipGraphNodeType* type) {
  return entry([&] {
    if (type == nullptr) return cpu::Status::invalid_value;
    cpu::GraphNodeType found{};
    const cpu::Status status = cpu::graph_node_type(to_cpu(node), &found);
    *type = to_hip_type(found);
    return status;
  });
}

hipError_t hipGraphChildGraphNodeGetGraph(hipGraphNode_t node, hipGraph_t* graph) {
  return entry([&] { return cpu::graph_child_graph(to_cpu(node), to_cpu(graph)); });
}

hipError_t hipGraphNodeGetDependencies(hipGraphNode_t node, hipGraphNode_t* before,
                                       std::size_t* count) {
  return entry([&] { return cpu::graph_node_dependencies(to_cpu(node), to_cpu(before), count); });
}

/// Gives the function only. The other parameters are zero.
hipError_t hipGraphKernelNodeGetParams(hipGraphNode_t node, hipKernelNodeParams* parameters) {
  return entry([&] {
    if (node == nullptr || parameters == nullptr) return hipErrorInvalidValue;
    const auto* const launch =
        dynamic_cast<const LaunchOperation*>(to_cpu(node)->step.operation.get());
    if (launch == nullptr) return hipErrorInvalidValue;
    *parameters = {};
    parameters->func = const_cast<cpu::Function*>(launch->function());
    return hipSuccess;
  });
}

hipError_t hipGraphInstantiateWithFlags(hipGraphExec_t* exec, hipGraph_t graph,
                                        unsigned long long flags) {
  return entry([&] { return cpu::graph_instantiate(to_cpu(exec), to_cpu(graph), flags); });
}

hipError_t hipGraphInstantiate(hipGraphExec_t* exec, hipGraph_t graph, hipGraphNode_t*, char*,
                               std::size_t) {
  return hipGraphInstantiateWithFlags(exec, graph, 0);
}

hipError_t hipGraphExecDestroy(hipGraphExec_t exec) {
  return entry([&] { return cpu::graph_exec_destroy(to_cpu(exec)); });
}

hipError_t hipGraphLaunch(hipGraphExec_t exec, hipStream_t stream) {
  return entry([&] { return cpu::graph_launch(to_cpu(exec), to_cpu(stream)); });
}

hipError_t hipGraphExecKernelNodeSetParams(hipGraphExec_t exec, hipGraphNode_t node,
                                           const hipKernelNodeParams* parameters) {
  return with(parameters, [&](const auto* converted) {
    return cpu::graph_set_kernel(to_cpu(exec), to_cpu(node), converted);
  });
}

hipError_t hipGraphExecHostNodeSetParams(hipGraphExec_t exec, hipGraphNode_t node,
                                         const hipHostNodeParams* parameters) {
  return with(parameters, [&](const auto* converted) {
    return cpu::graph_set_host(to_cpu(exec), to_cpu(node), converted);
  });
}

hipError_t hipGraphExecMemcpyNodeSetParams1D(hipGraphExec_t exec, hipGraphNode_t node, void* to,
                                             const void* from, std::size_t bytes, hipMemcpyKind) {
  return entry([&] { return cpu::graph_set_copy(to_cpu(exec), to_cpu(node), to, from, bytes); });
}

hipError_t hipGraphExecMemsetNodeSetParams(hipGraphExec_t exec, hipGraphNode_t node,
                                           const hipMemsetParams* fill) {
  return entry([&] {
    if (!is_row(fill)) return cpu::Status::not_supported;
    return cpu::graph_set_fill(to_cpu(exec), to_cpu(node), fill->dst, fill->value,
                               fill->elementSize, fill->width);
  });
}

hipError_t hipGraphExecChildGraphNodeSetParams(hipGraphExec_t exec, hipGraphNode_t node,
                                               hipGraph_t child) {
  return entry([&] { return cpu::graph_set_child(to_cpu(exec), to_cpu(node), to_cpu(child)); });
}

hipError_t hipGraphExecUpdate(hipGraphExec_t exec, hipGraph_t graph, hipGraphNode_t* refused,
                              hipGraphExecUpdateResult* result) {
  return entry([&] {
    if (refused == nullptr || result == nullptr) return hipErrorInvalidValue;
    const cpu::Status status = cpu::graph_exec_update(to_cpu(exec), to_cpu(graph));
    *refused = nullptr;
    *result = status == cpu::Status::success ? hipGraphExecUpdateSuccess
                                             : hipGraphExecUpdateErrorTopologyChanged;
    return status == cpu::Status::success ? hipSuccess : hipErrorGraphExecUpdateFailure;
  });
}
