// Entry points for graphs.

#include "cpu/stream/graph.hpp"

#include <atomic>
#include <cstdlib>

#include "cpu/stream/operations.hpp"
#include "entry.hpp"
#include "module.hpp"

// The CPU backend's graphs make the launches of their nodes with this.
duet::cpu::Status duet::cpu::make_launch(const KernelNodeParameters& node,
                                         std::unique_ptr<Operation>& operation) {
  if (!stub_driver::is_possible(node)) return Status::invalid_value;
  operation = std::make_unique<stub_driver::LaunchOperation>(node);
  return Status::success;
}

using namespace stub_driver;

namespace {

/// How many launches of graphs the queue takes; 0: any number.
const unsigned long queue_length = [] {
  const char* const given = std::getenv("DUET_TEST_STUB_QUEUE");
  return given == nullptr ? 0 : std::strtoul(given, nullptr, 10);
}();

cpu::KernelNodeParameters converted(const CUDA_KERNEL_NODE_PARAMS& node) {
  return {.function = to_cpu(node.func),
          .grid = {node.gridDimX, node.gridDimY, node.gridDimZ},
          .block = {node.blockDimX, node.blockDimY, node.blockDimZ},
          .shared_bytes = node.sharedMemBytes,
          .values = node.kernelParams};
}
cpu::HostNodeParameters converted(const CUDA_HOST_NODE_PARAMS& node) {
  return {node.fn, node.userData};
}

void* target(const CUDA_MEMCPY3D& copy) {
  return copy.dstMemoryType == CU_MEMORYTYPE_HOST ? copy.dstHost : to_cpu(copy.dstDevice);
}
const void* source(const CUDA_MEMCPY3D& copy) {
  return copy.srcMemoryType == CU_MEMORYTYPE_HOST ? copy.srcHost : to_cpu(copy.srcDevice);
}

CUgraphNodeType to_cuda_type(cpu::GraphNodeType type) {
  switch (type) {
    case cpu::GraphNodeType::kernel: return CU_GRAPH_NODE_TYPE_KERNEL;
    case cpu::GraphNodeType::copy: return CU_GRAPH_NODE_TYPE_MEMCPY;
    case cpu::GraphNodeType::fill: return CU_GRAPH_NODE_TYPE_MEMSET;
    case cpu::GraphNodeType::host: return CU_GRAPH_NODE_TYPE_HOST;
    case cpu::GraphNodeType::graph: return CU_GRAPH_NODE_TYPE_GRAPH;
    case cpu::GraphNodeType::empty: return CU_GRAPH_NODE_TYPE_EMPTY;
    case cpu::GraphNodeType::wait: return CU_GRAPH_NODE_TYPE_WAIT_EVENT;
    case cpu::GraphNodeType::record: return CU_GRAPH_NODE_TYPE_EVENT_RECORD;
  }
  return CU_GRAPH_NODE_TYPE_EMPTY;
}

}  // namespace

CUresult cuGraphCreate(CUgraph* graph, unsigned int flags) {
  return entry([&] { return cpu::graph_create(to_cpu(graph), flags); });
}
CUresult cuGraphDestroy(CUgraph graph) {
  return entry([&] { return cpu::graph_destroy(to_cpu(graph)); });
}

CUresult cuGraphAddKernelNode(CUgraphNode* node, CUgraph graph, const CUgraphNode* after,
                              std::size_t count, const CUDA_KERNEL_NODE_PARAMS* parameters) {
  return entry([&] {
    const auto made = converted(*parameters);
    return cpu::graph_add_kernel(to_cpu(node), to_cpu(graph), to_cpu(after), count, &made);
  });
}
CUresult cuGraphAddHostNode(CUgraphNode* node, CUgraph graph, const CUgraphNode* after,
                            std::size_t count, const CUDA_HOST_NODE_PARAMS* parameters) {
  return entry([&] {
    const auto made = converted(*parameters);
    return cpu::graph_add_host(to_cpu(node), to_cpu(graph), to_cpu(after), count, &made);
  });
}
CUresult cuGraphAddMemcpyNode(CUgraphNode* node, CUgraph graph, const CUgraphNode* after,
                              std::size_t count, const CUDA_MEMCPY3D* copy, CUcontext) {
  return entry([&] {
    return cpu::graph_add_copy(to_cpu(node), to_cpu(graph), to_cpu(after), count, target(*copy),
                               source(*copy), copy->WidthInBytes);
  });
}
CUresult cuGraphAddMemsetNode(CUgraphNode* node, CUgraph graph, const CUgraphNode* after,
                              std::size_t count, const CUDA_MEMSET_NODE_PARAMS* fill, CUcontext) {
  return entry([&] {
    return cpu::graph_add_fill(to_cpu(node), to_cpu(graph), to_cpu(after), count, to_cpu(fill->dst),
                               fill->value, fill->elementSize, fill->width);
  });
}
CUresult cuGraphAddEmptyNode(CUgraphNode* node, CUgraph graph, const CUgraphNode* after,
                             std::size_t count) {
  return entry(
      [&] { return cpu::graph_add_empty(to_cpu(node), to_cpu(graph), to_cpu(after), count); });
}
CUresult cuGraphAddEventRecordNode(CUgraphNode* node, CUgraph graph, const CUgraphNode* after,
                                   std::size_t count, CUevent event) {
  return entry([&] {
    return cpu::graph_add_record(to_cpu(node), to_cpu(graph), to_cpu(after), count, to_cpu(event));
  });
}
CUresult cuGraphAddEventWaitNode(CUgraphNode* node, CUgraph graph, const CUgraphNode* after,
                                 std::size_t count, CUevent event) {
  return entry([&] {
    return cpu::graph_add_wait(to_cpu(node), to_cpu(graph), to_cpu(after), count, to_cpu(event));
  });
}
CUresult cuGraphAddChildGraphNode(CUgraphNode* node, CUgraph graph, const CUgraphNode* after,
                                  std::size_t count, CUgraph child) {
  return entry([&] {
    return cpu::graph_add_child(to_cpu(node), to_cpu(graph), to_cpu(after), count, to_cpu(child));
  });
}

/// Without the ports of edges: kernels do not run, so that none can start early.
CUresult cuGraphAddDependencies_v2(CUgraph, const CUgraphNode* from, const CUgraphNode* to,
                                   const CUgraphEdgeData*, std::size_t count) {
  return entry([&] {
    for (std::size_t i = 0; i < count; ++i) {
      to_cpu(to[i])->after.push_back(to_cpu(from[i])->index);
    }
    return CUDA_SUCCESS;
  });
}

CUresult cuGraphGetNodes(CUgraph graph, CUgraphNode* nodes, std::size_t* count) {
  return entry([&] { return cpu::graph_nodes(to_cpu(graph), to_cpu(nodes), count); });
}
CUresult cuGraphNodeGetType(CUgraphNode node, CUgraphNodeType* type) {
  return entry([&] {
    cpu::GraphNodeType found{};
    const cpu::Status status = cpu::graph_node_type(to_cpu(node), &found);
    *type = to_cuda_type(found);
    return status;
  });
}
CUresult cuGraphChildGraphNodeGetGraph(CUgraphNode node, CUgraph* graph) {
  return entry([&] { return cpu::graph_child_graph(to_cpu(node), to_cpu(graph)); });
}
#if CUDA_VERSION >= 13000
CUresult cuGraphNodeGetDependencies(CUgraphNode node, CUgraphNode* before, CUgraphEdgeData*,
                                    std::size_t* count) {
#else
CUresult cuGraphNodeGetDependencies(CUgraphNode node, CUgraphNode* before, std::size_t* count) {
#endif
  return entry([&] { return cpu::graph_node_dependencies(to_cpu(node), to_cpu(before), count); });
}

/// Gives the function only. The other parameters are zero.
CUresult cuGraphKernelNodeGetParams(CUgraphNode node, CUDA_KERNEL_NODE_PARAMS* parameters) {
  return entry([&] {
    const auto* const launch =
        dynamic_cast<const LaunchOperation*>(to_cpu(node)->step.operation.get());
    if (launch == nullptr) return CUDA_ERROR_INVALID_VALUE;
    *parameters = {};
    parameters->func = reinterpret_cast<CUfunction>(const_cast<cpu::Function*>(launch->function));
    return CUDA_SUCCESS;
  });
}
CUresult cuGraphKernelNodeSetAttribute(CUgraphNode, CUkernelNodeAttrID,
                                       const CUkernelNodeAttrValue*) {
  return CUDA_SUCCESS;
}

CUresult cuGraphInstantiateWithFlags(CUgraphExec* exec, CUgraph graph, unsigned long long flags) {
  return entry([&] { return cpu::graph_instantiate(to_cpu(exec), to_cpu(graph), flags); });
}
CUresult cuGraphExecDestroy(CUgraphExec exec) {
  return entry([&] { return cpu::graph_exec_destroy(to_cpu(exec)); });
}
CUresult cuGraphLaunch(CUgraphExec exec, CUstream stream) {
  static std::atomic<unsigned long> launches{0};
  return entry([&] {
    if (queue_length != 0 && ++launches % queue_length == 0) {
      (void)cpu::stream_synchronize(to_cpu(stream));
    }
    return cpu::graph_launch(to_cpu(exec), to_cpu(stream));
  });
}
CUresult cuGraphExecKernelNodeSetParams(CUgraphExec exec, CUgraphNode node,
                                        const CUDA_KERNEL_NODE_PARAMS* parameters) {
  return entry([&] {
    const auto made = converted(*parameters);
    return cpu::graph_set_kernel(to_cpu(exec), to_cpu(node), &made);
  });
}
CUresult cuGraphExecHostNodeSetParams(CUgraphExec exec, CUgraphNode node,
                                      const CUDA_HOST_NODE_PARAMS* parameters) {
  return entry([&] {
    const auto made = converted(*parameters);
    return cpu::graph_set_host(to_cpu(exec), to_cpu(node), &made);
  });
}
CUresult cuGraphExecMemcpyNodeSetParams(CUgraphExec exec, CUgraphNode node,
                                        const CUDA_MEMCPY3D* copy, CUcontext) {
  return entry([&] {
    return cpu::graph_set_copy(to_cpu(exec), to_cpu(node), target(*copy), source(*copy),
                               copy->WidthInBytes);
  });
}
CUresult cuGraphExecMemsetNodeSetParams(CUgraphExec exec, CUgraphNode node,
                                        const CUDA_MEMSET_NODE_PARAMS* fill, CUcontext) {
  return entry([&] {
    return cpu::graph_set_fill(to_cpu(exec), to_cpu(node), to_cpu(fill->dst), fill->value,
                               fill->elementSize, fill->width);
  });
}
CUresult cuGraphExecChildGraphNodeSetParams(CUgraphExec exec, CUgraphNode node, CUgraph child) {
  return entry([&] { return cpu::graph_set_child(to_cpu(exec), to_cpu(node), to_cpu(child)); });
}
CUresult cuGraphExecUpdate(CUgraphExec exec, CUgraph graph, CUgraphExecUpdateResultInfo* result) {
  return entry([&] {
    const bool done = cpu::graph_exec_update(to_cpu(exec), to_cpu(graph)) == cpu::Status::success;
    result->result = done ? CU_GRAPH_EXEC_UPDATE_SUCCESS : CU_GRAPH_EXEC_UPDATE_ERROR;
    return done ? CUDA_SUCCESS : CUDA_ERROR_GRAPH_EXEC_UPDATE_FAILURE;
  });
}
