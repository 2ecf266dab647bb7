#include "base/error.hpp"
#include "graph.hpp"
#include "objects/entry.hpp"

using namespace hip_on_cuda;

namespace {

/// @throws Failure (hipErrorInvalidValue) for a node of another type. HIP 5.2 checks this for event
///         nodes only.
template <typename Params>
Params& params_at(hipGraphNode_t handle) {
  auto* const params = std::get_if<Params>(&node_at(handle).params);
  require(params != nullptr);
  return *params;
}

template <typename Params>
hipError_t get(hipGraphNode_t node, Params* params) {
  return entry([&] {
    require(params != nullptr);
    *params = params_at<Params>(node);
  });
}

template <typename Params>
hipError_t set(hipGraphNode_t node, const Params* params) {
  return entry([&] {
    require(params != nullptr);
    activate(current_device());
    change(params_at<Params>(node), *params);
  });
}

template <typename Params>
hipError_t get_event(hipGraphNode_t node, hipEvent_t* event) {
  return entry([&] {
    require(event != nullptr);
    *event = params_at<Params>(node).event;
  });
}

template <typename Params>
hipError_t set_event(hipGraphNode_t node, hipEvent_t event) {
  return entry([&] {
    require(event != nullptr);
    change(params_at<Params>(node), Params{event});
  });
}

}  // namespace

hipError_t hipGraphKernelNodeGetParams(hipGraphNode_t node, hipKernelNodeParams* params) {
  return entry([&] {
    require(params != nullptr);
    *params = params_at<KernelCall>(node).params();
  });
}

hipError_t hipGraphKernelNodeSetParams(hipGraphNode_t node, const hipKernelNodeParams* params) {
  return entry([&] {
    require(params != nullptr && params->func != nullptr);
    change(params_at<KernelCall>(node), *params);
  });
}

hipError_t hipGraphMemcpyNodeGetParams(hipGraphNode_t node, hipMemcpy3DParms* params) {
  return get(node, params);
}

hipError_t hipGraphMemcpyNodeSetParams(hipGraphNode_t node, const hipMemcpy3DParms* params) {
  return set(node, params);
}

hipError_t hipGraphMemcpyNodeSetParams1D(hipGraphNode_t node, void* to, const void* from,
                                         std::size_t bytes, hipMemcpyKind kind) {
  return entry([&] {
    require(bytes != 0 && to != from);
    activate(current_device());
    change(params_at<Copy1D>(node), Copy1D{to, from, bytes, kind});
  });
}

hipError_t hipGraphMemsetNodeGetParams(hipGraphNode_t node, hipMemsetParams* params) {
  return get(node, params);
}

hipError_t hipGraphMemsetNodeSetParams(hipGraphNode_t node, const hipMemsetParams* params) {
  return set(node, params);
}

hipError_t hipGraphHostNodeGetParams(hipGraphNode_t node, hipHostNodeParams* params) {
  return get(node, params);
}

// As hip_graph.cpp: refuses a null userData, although hipGraphAddHostNode takes it.
hipError_t hipGraphHostNodeSetParams(hipGraphNode_t node, const hipHostNodeParams* params) {
  return entry([&] {
    require(params != nullptr && params->fn != nullptr && params->userData != nullptr);
    change(params_at<hipHostNodeParams>(node), *params);
  });
}

hipError_t hipGraphEventRecordNodeGetEvent(hipGraphNode_t node, hipEvent_t* event) {
  return get_event<EventRecord>(node, event);
}

hipError_t hipGraphEventRecordNodeSetEvent(hipGraphNode_t node, hipEvent_t event) {
  return set_event<EventRecord>(node, event);
}

hipError_t hipGraphEventWaitNodeGetEvent(hipGraphNode_t node, hipEvent_t* event) {
  return get_event<EventWait>(node, event);
}

hipError_t hipGraphEventWaitNodeSetEvent(hipGraphNode_t node, hipEvent_t event) {
  return set_event<EventWait>(node, event);
}

/// Returns the node's own graph. The caller may change it but not destroy it.
hipError_t hipGraphChildGraphNodeGetGraph(hipGraphNode_t node, hipGraph_t* graph) {
  return entry([&] {
    require(graph != nullptr);
    *graph = params_at<ChildGraph>(node).graph->handle();
  });
}
