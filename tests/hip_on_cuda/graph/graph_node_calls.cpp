#include "base/error.hpp"
#include "graph.hpp"
#include "objects/entry.hpp"
#include "objects/event.hpp"

using namespace hip_on_cuda;

namespace {

/// The arguments that all hipGraphAdd…Node calls share.
struct Place {
  hipGraphNode_t* node;
  hipGraph_t graph;
  const hipGraphNode_t* dependencies;
  std::size_t count;
};

/// Adds a node with the parameters that `make` returns. `make` may throw.
template <typename Make>
hipError_t add(const Place& place, const Make& make) {
  return entry([&] {
    require(place.node != nullptr && (place.count == 0 || place.dependencies != nullptr));
    Graph& graph = graph_at(place.graph);
    std::vector<Node*> dependencies;
    for (std::size_t i = 0; i < place.count; ++i) {
      Node& dependency = node_at(place.dependencies[i]);
      require(dependency.graph == &graph);
      dependencies.push_back(&dependency);
    }
    activate(current_device());
    *place.node = graph.add(make(), dependencies).handle();
  });
}

/// Adds a node; checks its parameters, which HIP passes by address.
template <typename Params>
hipError_t add_checked(const Place& place, const Params* params) {
  return add(place, [&]() -> NodeParams {
    require(params != nullptr);
    check_new(*params);
    return *params;
  });
}

}  // namespace

hipError_t hipGraphAddKernelNode(hipGraphNode_t* node, hipGraph_t graph,
                                 const hipGraphNode_t* dependencies, std::size_t count,
                                 const hipKernelNodeParams* params) {
  return add({node, graph, dependencies, count}, [&]() -> NodeParams {
    require(params != nullptr);
    return KernelCall(*params);
  });
}

hipError_t hipGraphAddMemcpyNode(hipGraphNode_t* node, hipGraph_t graph,
                                 const hipGraphNode_t* dependencies, std::size_t count,
                                 const hipMemcpy3DParms* params) {
  return add_checked({node, graph, dependencies, count}, params);
}

hipError_t hipGraphAddMemcpyNode1D(hipGraphNode_t* node, hipGraph_t graph,
                                   const hipGraphNode_t* dependencies, std::size_t count, void* to,
                                   const void* from, std::size_t bytes, hipMemcpyKind kind) {
  const Copy1D copy{to, from, bytes, kind};
  return add_checked({node, graph, dependencies, count}, &copy);
}

hipError_t hipGraphAddMemsetNode(hipGraphNode_t* node, hipGraph_t graph,
                                 const hipGraphNode_t* dependencies, std::size_t count,
                                 const hipMemsetParams* params) {
  return add_checked({node, graph, dependencies, count}, params);
}

hipError_t hipGraphAddHostNode(hipGraphNode_t* node, hipGraph_t graph,
                               const hipGraphNode_t* dependencies, std::size_t count,
                               const hipHostNodeParams* params) {
  return add({node, graph, dependencies, count}, [&]() -> NodeParams {
    require(params != nullptr && params->fn != nullptr);
    return *params;
  });
}

hipError_t hipGraphAddEmptyNode(hipGraphNode_t* node, hipGraph_t graph,
                                const hipGraphNode_t* dependencies, std::size_t count) {
  return add({node, graph, dependencies, count}, []() -> NodeParams { return Empty{}; });
}

hipError_t hipGraphAddEventRecordNode(hipGraphNode_t* node, hipGraph_t graph,
                                      const hipGraphNode_t* dependencies, std::size_t count,
                                      hipEvent_t event) {
  return add({node, graph, dependencies, count}, [&]() -> NodeParams {
    require(event != nullptr);
    (void)event_at(event);
    return EventRecord{event};
  });
}

hipError_t hipGraphAddEventWaitNode(hipGraphNode_t* node, hipGraph_t graph,
                                    const hipGraphNode_t* dependencies, std::size_t count,
                                    hipEvent_t event) {
  return add({node, graph, dependencies, count}, [&]() -> NodeParams {
    require(event != nullptr);
    (void)event_at(event);
    return EventWait{event};
  });
}

hipError_t hipGraphAddChildGraphNode(hipGraphNode_t* node, hipGraph_t graph,
                                     const hipGraphNode_t* dependencies, std::size_t count,
                                     hipGraph_t child) {
  return add({node, graph, dependencies, count},
             [&]() -> NodeParams { return ChildGraph(graph_at(child)); });
}
