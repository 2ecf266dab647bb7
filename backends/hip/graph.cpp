// contract/graph.hpp on the HIP runtime.

#include "driver/driver.hpp"

namespace duet::vendor {

namespace {

dim3 extent(const Dim3& dim) { return {dim.x, dim.y, dim.z}; }

hipMemsetParams parameters(const FillNode& node) {
  hipMemsetParams parameters{};
  parameters.dst = node.to;
  parameters.value = node.word;
  parameters.elementSize = static_cast<unsigned>(node.word_bytes);
  parameters.width = node.words;
  parameters.height = 1;
  return parameters;
}

/// Not hipMemcpyDefault: with it, updates of nodes with pageable memory fail.
hipMemcpyKind kind(detail::CopyDirection direction) noexcept {
  switch (direction) {
    case detail::CopyDirection::host_to_device: return hipMemcpyHostToDevice;
    case detail::CopyDirection::device_to_host: return hipMemcpyDeviceToHost;
    case detail::CopyDirection::device_to_device: break;
  }
  return hipMemcpyDeviceToDevice;
}

}  // namespace

KernelNodeParameters parameters(const KernelNode& node) noexcept {
  KernelNodeParameters parameters{};
  parameters.func = node.function;
  parameters.gridDim = extent(node.grid);
  parameters.blockDim = extent(node.block);
  parameters.sharedMemBytes = node.shared_bytes;
  parameters.kernelParams = node.values;
  return parameters;
}

std::string describe(GraphNodeType type) {
  // HIP 5.2 counts types from 1 and has a further type of copy, which later headers do not name.
  constexpr bool has_short_copies = hipGraphNodeTypeKernel == 1;
  if (has_short_copies && type == hipGraphNodeTypeEventRecord + 1) return "copy";
  switch (type) {
    case hipGraphNodeTypeKernel: return "kernel";
    case hipGraphNodeTypeMemcpy:
    case hipGraphNodeTypeMemcpyFromSymbol:
    case hipGraphNodeTypeMemcpyToSymbol: return "copy";
    case hipGraphNodeTypeMemset: return "fill";
    case hipGraphNodeTypeHost: return "host function";
    case hipGraphNodeTypeGraph: return "graph";
    case hipGraphNodeTypeEmpty: return "empty";
    case hipGraphNodeTypeWaitEvent: return "wait for event";
    case hipGraphNodeTypeEventRecord: return "record event";
    default: return "node of type " + std::to_string(static_cast<int>(type));
  }
}

NodeIdentity identity_of(GraphNodeType type) noexcept {
  switch (type) {
    case hipGraphNodeTypeKernel: return NodeIdentity::kernel;
    case hipGraphNodeTypeGraph: return NodeIdentity::child;
    case hipGraphNodeTypeMemset:
    case hipGraphNodeTypeHost:
    case hipGraphNodeTypeEmpty:
    case hipGraphNodeTypeWaitEvent:
    case hipGraphNodeTypeEventRecord: return NodeIdentity::type;
    default: return describe(type) == "copy" ? NodeIdentity::type : NodeIdentity::unknown;
  }
}

const void* kernel_of(GraphNodeHandle node) {
  KernelNodeParameters parameters{};
  DUET_DRIVER(graph_kernel_parameters, node, &parameters);
  return parameters.func;
}

Status update(GraphExecHandle exec, GraphHandle graph) noexcept {
  GraphNodeHandle refused{};
  hipGraphExecUpdateResult result{};
  return driver_table().graph_exec_update(exec, graph, &refused, &result);
}

bool adds_graph_edges() { return false; }

void follow(GraphHandle, std::span<const GraphNodeHandle>, std::span<const GraphNodeHandle>) {}

void set_attributes(GraphNodeHandle, const LaunchShape&) {}

bool captures_launches() {
  constexpr int first = 5'03'00000;  // as hipDriverGetVersion counts
  int version = 0;
  DUET_DRIVER(driver_version, &version);
  return version >= first;
}

GraphNodeHandle add_node(GraphHandle graph, std::span<const GraphNodeHandle> after,
                         const CopyNode& node) {
  GraphNodeHandle added{};
  DUET_DRIVER(graph_add_copy, &added, graph, after.data(), after.size(), node.to, node.from,
              node.bytes, kind(node.direction));
  return added;
}

GraphNodeHandle add_node(GraphHandle graph, std::span<const GraphNodeHandle> after,
                         const FillNode& node) {
  GraphNodeHandle added{};
  const auto made = parameters(node);
  DUET_DRIVER(graph_add_fill, &added, graph, after.data(), after.size(), &made);
  return added;
}

Status set_node(GraphExecHandle exec, GraphNodeHandle handle, const CopyNode& node) noexcept {
  return driver_table().graph_set_copy(exec, handle, node.to, node.from, node.bytes,
                                       kind(node.direction));
}

Status set_node(GraphExecHandle exec, GraphNodeHandle handle, const FillNode& node) noexcept {
  const auto made = parameters(node);
  return driver_table().graph_set_fill(exec, handle, &made);
}

}  // namespace duet::vendor
