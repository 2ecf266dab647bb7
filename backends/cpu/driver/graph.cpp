// The graph part of contract.hpp.

#include "contract.hpp"
#include "driver/driver.hpp"

namespace duet::vendor {

KernelNodeParameters parameters(const KernelNode& node) noexcept {
  return {node.function,
          {node.grid.x, node.grid.y, node.grid.z},
          {node.block.x, node.block.y, node.block.z},
          node.shared_bytes,
          node.values};
}

std::string describe(GraphNodeType type) {
  switch (type) {
    case GraphNodeType::kernel: return "kernel";
    case GraphNodeType::copy: return "copy";
    case GraphNodeType::fill: return "fill";
    case GraphNodeType::host: return "host function";
    case GraphNodeType::graph: return "graph";
    case GraphNodeType::empty: return "empty";
    case GraphNodeType::wait: return "wait for event";
    case GraphNodeType::record: return "record event";
  }
  return "unknown";
}

NodeIdentity identity_of(GraphNodeType type) noexcept {
  return type == GraphNodeType::graph ? NodeIdentity::child : NodeIdentity::type;
}

const void* kernel_of(GraphNodeHandle) { return nullptr; }

Status update(GraphExecHandle exec, GraphHandle graph) noexcept {
  return cpu::graph_exec_update(exec, graph);
}

bool adds_graph_edges() { return false; }

void follow(GraphHandle, std::span<const GraphNodeHandle>, std::span<const GraphNodeHandle>) {}

void set_attributes(GraphNodeHandle, const LaunchShape&) {}

bool captures_launches() { return true; }

GraphNodeHandle add_node(GraphHandle graph, std::span<const GraphNodeHandle> after,
                         const CopyNode& node) {
  GraphNodeHandle added{};
  check(cpu::graph_add_copy(&added, graph, after.data(), after.size(), node.to, node.from,
                            node.bytes),
        {"graph_add_copy", "", __builtin_FILE(), __LINE__});
  return added;
}

GraphNodeHandle add_node(GraphHandle graph, std::span<const GraphNodeHandle> after,
                         const FillNode& node) {
  GraphNodeHandle added{};
  check(cpu::graph_add_fill(&added, graph, after.data(), after.size(), node.to, node.word,
                            node.word_bytes, node.words),
        {"graph_add_fill", "", __builtin_FILE(), __LINE__});
  return added;
}

Status set_node(GraphExecHandle exec, GraphNodeHandle handle, const CopyNode& node) noexcept {
  return cpu::graph_set_copy(exec, handle, node.to, node.from, node.bytes);
}

Status set_node(GraphExecHandle exec, GraphNodeHandle handle, const FillNode& node) noexcept {
  return cpu::graph_set_fill(exec, handle, node.to, node.word, node.word_bytes, node.words);
}

}  // namespace duet::vendor
