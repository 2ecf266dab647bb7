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

/// A view; valid during the call that takes it.
struct KernelNode {
  FunctionHandle function;
  const Dim3& grid;
  const Dim3& block;
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

/// What has to be equal in two captured graphs so that an executable of one can be updated to the
/// other, besides the types and edges of their nodes.
enum class NodeIdentity : std::uint8_t {
  type,    ///< nothing
  kernel,  ///< the kernel, see `kernel_of`
  child,   ///< the types, edges and kernels of the child graph
  alone,   ///< nothing, but the graph cannot be a child of another one
  unknown  ///< no update is possible
};
NodeIdentity identity_of(GraphNodeType type) noexcept;
/// Identifies the kernel of a kernel node; null if executables can be updated to any kernel.
const void* kernel_of(GraphNodeHandle node);

/// Sets the parameters of all nodes of an executable, as graph_set_kernel does for one.
/// @param graph  a graph with the structure of the one that the executable was made of
Status update(GraphExecHandle exec, GraphHandle graph) noexcept;

/// Makes a kernel node cooperative, or gives it clusters. For backends with
/// `graphs_take_special_launches` only.
void set_attributes(GraphNodeHandle node, const LaunchShape& shape);

/// Whether the loaded version lets captured nodes follow nodes that were added later.
bool adds_graph_edges();
/// Makes nodes of a graph follow others of it. For backends where `adds_graph_edges` only.
void follow(GraphHandle graph, std::span<const GraphNodeHandle> before,
            std::span<const GraphNodeHandle> nodes);

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
