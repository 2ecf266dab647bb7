#pragma once

namespace hip_on_cuda {

/// Differences between versions of HIP in graphs and captures, taken from their sources
/// (hip_graph.cpp, hip_graph_internal.hpp, hip_internal.hpp, hip_module.cpp). Each of the two
/// libraries defines its own `behaviour`.
struct Behaviour {
  int version;  ///< the result of hipDriverGetVersion
  /// From 5.3 on a capture records hipModuleLaunchKernel. 5.2 launches the kernel at once.
  bool records_module_launches;
  /// From 5.3 on hipGraphExecChildGraphNodeSetParams compares the given graph with the node's
  /// graph. 5.2 compares it with the whole executable, and changes the nodes of the executable that
  /// match.
  bool compares_child_graphs;
  /// From 5.6 on a capture may end right after the call that joined a stream. 5.2 counts the nodes
  /// without dependents, so that another call must follow the join.
  bool ends_after_join;
  /// From 6.2 on a forbidden call also invalidates the capture, and waiting is forbidden.
  bool invalidates_captures;
  /// A memset node of several rows: later versions fill them with the value, 5.2 with the element
  /// size.
  bool fills_rows;
};

extern const Behaviour behaviour;

}  // namespace hip_on_cuda
