// contract/graph.hpp on the CUDA driver.

#include <vector>

#include "driver/driver.hpp"
#include "l2_window.hpp"

namespace duet::vendor {

namespace {

CUDA_MEMCPY3D parameters(const CopyNode& node) {
  using detail::CopyDirection;
  CUDA_MEMCPY3D parameters{};
  if (node.direction == CopyDirection::host_to_device) {
    parameters.srcMemoryType = CU_MEMORYTYPE_HOST;
    parameters.srcHost = node.from;
  } else {
    parameters.srcMemoryType = CU_MEMORYTYPE_DEVICE;
    parameters.srcDevice = to_address(node.from);
  }
  if (node.direction == CopyDirection::device_to_host) {
    parameters.dstMemoryType = CU_MEMORYTYPE_HOST;
    parameters.dstHost = node.to;
  } else {
    parameters.dstMemoryType = CU_MEMORYTYPE_DEVICE;
    parameters.dstDevice = to_address(node.to);
  }
  parameters.WidthInBytes = node.bytes;
  parameters.Height = 1;
  parameters.Depth = 1;
  return parameters;
}

CUDA_MEMSET_NODE_PARAMS parameters(const FillNode& node) {
  CUDA_MEMSET_NODE_PARAMS parameters{};
  parameters.dst = to_address(node.to);
  parameters.value = node.word;
  parameters.elementSize = static_cast<unsigned>(node.word_bytes);
  parameters.width = node.words;
  parameters.height = 1;
  return parameters;
}

CUcontext current_context() {
  CUcontext context{};
  DUET_DRIVER(context_current, &context);
  return context;
}

/// Calls `use` with the current context. Returns the status of the failed call.
template <typename Use>
Status in_context(const Use& use) noexcept {
  CUcontext context{};
  const Status status = driver_table().context_current(&context);
  return status != success ? status : use(context);
}

}  // namespace

KernelNodeParameters parameters(const KernelNode& node) noexcept {
  KernelNodeParameters parameters{};
  parameters.func = node.function;
  parameters.gridDimX = node.grid.x;
  parameters.gridDimY = node.grid.y;
  parameters.gridDimZ = node.grid.z;
  parameters.blockDimX = node.block.x;
  parameters.blockDimY = node.block.y;
  parameters.blockDimZ = node.block.z;
  parameters.sharedMemBytes = node.shared_bytes;
  parameters.kernelParams = node.values;
  return parameters;
}

std::string describe(GraphNodeType type) {
  switch (type) {
    case CU_GRAPH_NODE_TYPE_KERNEL: return "kernel";
    case CU_GRAPH_NODE_TYPE_MEMCPY: return "copy";
    case CU_GRAPH_NODE_TYPE_MEMSET: return "fill";
    case CU_GRAPH_NODE_TYPE_HOST: return "host function";
    case CU_GRAPH_NODE_TYPE_GRAPH: return "graph";
    case CU_GRAPH_NODE_TYPE_EMPTY: return "empty";
    case CU_GRAPH_NODE_TYPE_WAIT_EVENT: return "wait for event";
    case CU_GRAPH_NODE_TYPE_EVENT_RECORD: return "record event";
    case CU_GRAPH_NODE_TYPE_MEM_ALLOC: return "allocate memory";
    case CU_GRAPH_NODE_TYPE_MEM_FREE: return "free memory";
    default: return "node of type " + std::to_string(static_cast<int>(type));
  }
}

NodeIdentity identity_of(GraphNodeType type) noexcept {
  switch (type) {
    case CU_GRAPH_NODE_TYPE_KERNEL: return NodeIdentity::kernel;
    case CU_GRAPH_NODE_TYPE_GRAPH: return NodeIdentity::child;
    case CU_GRAPH_NODE_TYPE_MEMCPY:
    case CU_GRAPH_NODE_TYPE_MEMSET:
    case CU_GRAPH_NODE_TYPE_HOST:
    case CU_GRAPH_NODE_TYPE_EMPTY:
    case CU_GRAPH_NODE_TYPE_WAIT_EVENT:
    case CU_GRAPH_NODE_TYPE_EVENT_RECORD: return NodeIdentity::type;
    case CU_GRAPH_NODE_TYPE_MEM_ALLOC:
    case CU_GRAPH_NODE_TYPE_MEM_FREE: return NodeIdentity::alone;
    default: return NodeIdentity::unknown;
  }
}

const void* kernel_of(GraphNodeHandle node) {
  KernelNodeParameters parameters{};
  DUET_DRIVER(graph_kernel_parameters, node, &parameters);
  return parameters.func;
}

Status update(GraphExecHandle exec, GraphHandle graph) noexcept {
  CUgraphExecUpdateResultInfo info{};
  return driver_table().graph_exec_update(exec, graph, &info);
}

bool adds_graph_edges() {
  return driver_has<&DriverNames::graph_add_edges>(driver().graph_add_edges);
}

void follow(GraphHandle graph, std::span<const GraphNodeHandle> before,
            std::span<const GraphNodeHandle> nodes) {
  for (const GraphNodeHandle node : nodes) {
    const std::vector<GraphNodeHandle> same(before.size(), node);
    DUET_DRIVER(graph_add_edges, graph, before.data(), same.data(), nullptr, before.size());
  }
}

void set_attributes(GraphNodeHandle node, const LaunchShape& shape) {
  CUlaunchAttributeValue value{};
  if (shape.cooperative) {
    value.cooperative = 1;
    DUET_DRIVER(graph_set_attribute, node, CU_LAUNCH_ATTRIBUTE_COOPERATIVE, &value);
  }
  if (shape.cluster) {
    value = {};
    value.clusterDim.x = shape.cluster->x;
    value.clusterDim.y = shape.cluster->y;
    value.clusterDim.z = shape.cluster->z;
    DUET_DRIVER(graph_set_attribute, node, CU_LAUNCH_ATTRIBUTE_CLUSTER_DIMENSION, &value);
  }
  if (shape.l2_window) {
    value = {};
    value.accessPolicyWindow = cuda::to_cuda(*shape.l2_window);
    DUET_DRIVER(graph_set_attribute, node, CU_LAUNCH_ATTRIBUTE_ACCESS_POLICY_WINDOW, &value);
  }
}

bool captures_launches() { return true; }

GraphNodeHandle add_node(GraphHandle graph, std::span<const GraphNodeHandle> after,
                         const CopyNode& node) {
  GraphNodeHandle added{};
  const auto made = parameters(node);
  DUET_DRIVER(graph_add_copy, &added, graph, after.data(), after.size(), &made, current_context());
  return added;
}

GraphNodeHandle add_node(GraphHandle graph, std::span<const GraphNodeHandle> after,
                         const FillNode& node) {
  GraphNodeHandle added{};
  const auto made = parameters(node);
  DUET_DRIVER(graph_add_fill, &added, graph, after.data(), after.size(), &made, current_context());
  return added;
}

Status set_node(GraphExecHandle exec, GraphNodeHandle handle, const CopyNode& node) noexcept {
  return in_context([&, made = parameters(node)](CUcontext context) {
    return driver_table().graph_set_copy(exec, handle, &made, context);
  });
}

Status set_node(GraphExecHandle exec, GraphNodeHandle handle, const FillNode& node) noexcept {
  return in_context([&, made = parameters(node)](CUcontext context) {
    return driver_table().graph_set_fill(exec, handle, &made, context);
  });
}

}  // namespace duet::vendor
