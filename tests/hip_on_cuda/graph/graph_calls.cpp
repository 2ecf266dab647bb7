#include <utility>

#include "base/error.hpp"
#include "graph.hpp"
#include "objects/entry.hpp"

using namespace hip_on_cuda;

namespace {

/// Passes ownership to the caller of the entry point.
hipGraph_t release(std::unique_ptr<Graph> graph) { return graph.release()->handle(); }

/// Returns a list as all HIP calls do: without `handles` only its size; else at most `*count`
/// handles and null in the unused places.
void write_list(const std::vector<Node*>& list, hipGraphNode_t* handles, std::size_t* count) {
  require(count != nullptr);
  if (handles != nullptr) {
    for (std::size_t i = 0; i < *count; ++i) {
      handles[i] = i < list.size() ? list[i]->handle() : nullptr;
    }
    if (*count <= list.size()) return;
  }
  *count = list.size();
}

/// The two nodes of an edge; both must belong to the graph.
std::pair<Node*, Node*> ends(const Graph& graph, hipGraphNode_t from, hipGraphNode_t to) {
  Node& first = node_at(from);
  Node& second = node_at(to);
  require(&first != &second && first.graph == &graph && second.graph == &graph);
  return {&first, &second};
}

}  // namespace

hipError_t hipGraphCreate(hipGraph_t* graph, unsigned int flags) {
  return entry([&] {
    require(graph != nullptr && flags == 0);
    *graph = release(std::make_unique<Graph>());
  });
}

hipError_t hipGraphDestroy(hipGraph_t handle) {
  return entry([&] {
    require(handle != nullptr);
    const std::unique_ptr<Graph> graph(Graph::find(handle));
    // The error of hip_graph.cpp in 5.2 for a graph that was destroyed before.
    require(graph != nullptr, hipErrorIllegalState);
    if (graph->is_child || graph->is_capturing) {
      die("hipGraphDestroy of a graph that a node or a capture owns: HIP frees it twice");
    }
  });
}

hipError_t hipGraphClone(hipGraph_t* clone, hipGraph_t graph) {
  return entry([&] {
    require(clone != nullptr);
    *clone = release(graph_at(graph).clone());
  });
}

hipError_t hipGraphNodeFindInClone(hipGraphNode_t* found, hipGraphNode_t original,
                                   hipGraph_t clone) {
  return entry([&] {
    require(found != nullptr);
    const Node& node = node_at(original);
    const Graph& graph = graph_at(clone);
    require(graph.is_clone);
    for (const auto& candidate : graph.nodes()) {
      if (candidate->origin != node.origin) continue;
      *found = candidate->handle();
      return;
    }
    throw Failure{hipErrorInvalidValue};
  });
}

hipError_t hipGraphAddDependencies(hipGraph_t handle, const hipGraphNode_t* from,
                                   const hipGraphNode_t* to, std::size_t count) {
  return entry([&] {
    Graph& graph = graph_at(handle);
    require(count == 0 || (from != nullptr && to != nullptr));
    // All edges are checked before the first is added.
    for (std::size_t i = 0; i < count; ++i) (void)ends(graph, from[i], to[i]);
    for (std::size_t i = 0; i < count; ++i) {
      const auto [first, second] = ends(graph, from[i], to[i]);
      graph.connect(*first, *second);
    }
  });
}

hipError_t hipGraphRemoveDependencies(hipGraph_t handle, const hipGraphNode_t* from,
                                      const hipGraphNode_t* to, std::size_t count) {
  return entry([&] {
    Graph& graph = graph_at(handle);
    require(from != nullptr && to != nullptr);
    for (std::size_t i = 0; i < count; ++i) {
      const auto [first, second] = ends(graph, from[i], to[i]);
      graph.disconnect(*first, *second);
    }
  });
}

hipError_t hipGraphGetNodes(hipGraph_t graph, hipGraphNode_t* nodes, std::size_t* count) {
  return entry([&] {
    std::vector<Node*> list;
    for (const auto& node : graph_at(graph).nodes()) list.push_back(node.get());
    write_list(list, nodes, count);
  });
}

hipError_t hipGraphGetRootNodes(hipGraph_t graph, hipGraphNode_t* nodes, std::size_t* count) {
  return entry([&] { write_list(graph_at(graph).roots(), nodes, count); });
}

hipError_t hipGraphGetEdges(hipGraph_t graph, hipGraphNode_t* from, hipGraphNode_t* to,
                            std::size_t* count) {
  return entry([&] {
    require((from == nullptr) == (to == nullptr) && count != nullptr);
    std::vector<Node*> starts;
    std::vector<Node*> ends;
    for (const auto& node : graph_at(graph).nodes()) {
      starts.insert(starts.end(), node->dependents.size(), node.get());
      ends.insert(ends.end(), node->dependents.begin(), node->dependents.end());
    }
    std::size_t starts_count = *count;
    write_list(starts, from, &starts_count);
    write_list(ends, to, count);
  });
}

hipError_t hipGraphNodeGetDependencies(hipGraphNode_t node, hipGraphNode_t* nodes,
                                       std::size_t* count) {
  return entry([&] { write_list(node_at(node).dependencies, nodes, count); });
}

hipError_t hipGraphNodeGetDependentNodes(hipGraphNode_t node, hipGraphNode_t* nodes,
                                         std::size_t* count) {
  return entry([&] { write_list(node_at(node).dependents, nodes, count); });
}

hipError_t hipGraphNodeGetType(hipGraphNode_t node, hipGraphNodeType* type) {
  return entry([&] {
    require(type != nullptr);
    *type = type_of(node_at(node).params);
  });
}

hipError_t hipGraphDestroyNode(hipGraphNode_t handle) {
  return entry([&] {
    Node& node = node_at(handle);
    node.graph->remove(node);
  });
}
