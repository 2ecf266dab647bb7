#pragma once

namespace hip_on_cuda {

/// Where versions of HIP do different things with graphs and captures, each as its sources say
/// (hip_graph.cpp, hip_graph_internal.hpp, hip_internal.hpp, hip_module.cpp). Either library has
/// one definition.
struct Behaviour {
  int version;  ///< what hipDriverGetVersion says
  /// From 5.3 on hipModuleLaunchKernel is recorded. 5.2 launches it at once, capture or not.
  bool records_module_launches;
  /// From 5.3 on hipGraphExecChildGraphNodeSetParams compares the given graph with the node's. 5.2
  /// compares it with the whole executable, which it also changes where they match.
  bool compares_child_graphs;
  /// From 5.6 on a capture ends well if its last call joined a stream. 5.2 counts the nodes that
  /// nothing depends on, so that another call must follow.
  bool ends_after_join;
  /// From 6.2 on a call that a capture forbids also invalidates it, and waiting is forbidden.
  bool invalidates_captures;
  /// Later versions fill several rows with the value of a memset node, 5.2 with its element size.
  bool fills_rows;
};

extern const Behaviour behaviour;

}  // namespace hip_on_cuda
