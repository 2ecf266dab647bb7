#pragma once

// Contract: graph nodes whose parameters differ between the vendors. The device is current.

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>

#include <duet/copy.hpp>
#include <duet/shape.hpp>

#include "vendor_check.hpp"

namespace duet::vendor {

struct KernelNode {
  FunctionHandle function;
  Dim3 grid;
  Dim3 block;
  unsigned shared_bytes;      ///< dynamic
  void** values;              ///< never null; copied by the calls that take the parameters
  bool programmatic = false;  ///< begins early after its only predecessor
};
struct CopyNode {
  detail::CopyDirection direction;
  void* to;
  const void* from;
  std::size_t bytes;
};
struct FillNode {
  void* to;
  std::uint32_t word;
  std::size_t word_bytes;  ///< 1, 2 or 4
  std::size_t words;
};

/// The driver's form of a kernel node. It points to the node's values, which must outlive it.
KernelNodeParameters parameters(const KernelNode& node) noexcept;

/// A node's type for messages and drawings: "kernel".
std::string describe(GraphNodeType type);

/// Whether the loaded version records launches into captured streams.
bool captures_launches();

/// @param after  nodes of the graph that the new node follows
GraphNodeHandle add_node(GraphHandle graph, std::span<const GraphNodeHandle> after,
                         const CopyNode& node);
GraphNodeHandle add_node(GraphHandle graph, std::span<const GraphNodeHandle> after,
                         const FillNode& node);
/// Sets a node's parameters in an executable, for later launches, as graph_set_kernel does.
/// @param handle  a node of the graph that the executable was made of
Status set_node(GraphExecHandle exec, GraphNodeHandle handle, const CopyNode& node) noexcept;
Status set_node(GraphExecHandle exec, GraphNodeHandle handle, const FillNode& node) noexcept;

}  // namespace duet::vendor
