#include "cuda_graph.hpp"

#include "base/error.hpp"
#include "cuda/cuda_driver.hpp"
#include "cuda_node_params.hpp"
#include "objects/event.hpp"

namespace hip_on_cuda {
namespace {

/// Passes the parameters in CUDA's form to `call`. Returns `otherwise` for empty operations, since
/// CUDA refuses copies and fills of zero bytes.
template <typename Result, typename Call>
Result with_cuda_params(const NodeParams& params, Result otherwise, const Call& call) {
  if (const auto* kernel = std::get_if<KernelCall>(&params)) return call(kernel->cuda_params());
  if (const auto* host = std::get_if<hipHostNodeParams>(&params)) {
    return call(CUDA_HOST_NODE_PARAMS{.fn = host->fn, .userData = host->userData});
  }
  if (const auto* wait = std::get_if<EventWait>(&params)) return call(*wait);
  if (const auto* record = std::get_if<EventRecord>(&params)) return call(*record);
  if (const auto* copy = std::get_if<Copy1D>(&params)) {
    const auto found = cuda_params(*copy);
    return found ? call(*found) : otherwise;
  }
  if (const auto* copy = std::get_if<hipMemcpy3DParms>(&params)) {
    const auto found = cuda_params(*copy);
    return found ? call(*found) : otherwise;
  }
  if (const auto* fill = std::get_if<hipMemsetParams>(&params)) {
    const auto found = cuda_params(*fill);
    return found ? call(*found) : otherwise;
  }
  return otherwise;
}

/// Adds a node to a CUDA graph.
struct Adder {
  CUgraph graph;
  CUcontext context;
  const std::vector<CUgraphNode>& before;

  template <typename Function, typename... Params>
  CUgraphNode make(Function function, Params... params) const {
    CUgraphNode node = nullptr;
    check(function(&node, graph, before.data(), before.size(), params...));
    return node;
  }
  CUgraphNode operator()(const CUDA_KERNEL_NODE_PARAMS& params) const {
    return make(cuda().cuGraphAddKernelNode, &params);
  }
  CUgraphNode operator()(const CUDA_HOST_NODE_PARAMS& params) const {
    return make(cuda().cuGraphAddHostNode, &params);
  }
  CUgraphNode operator()(const CUDA_MEMCPY3D& params) const {
    return make(cuda().cuGraphAddMemcpyNode, &params, context);
  }
  CUgraphNode operator()(const CUDA_MEMSET_NODE_PARAMS& params) const {
    return make(cuda().cuGraphAddMemsetNode, &params, context);
  }
  CUgraphNode operator()(const EventWait& wait) const {
    return make(cuda().cuGraphAddEventWaitNode, event_at(wait.event).handle);
  }
  CUgraphNode operator()(const EventRecord& record) const {
    return make(cuda().cuGraphAddEventRecordNode, event_at(record.event).handle);
  }
};

/// Changes a node of a CUDA executable. Returns true if CUDA accepts the change.
struct Updater {
  CUgraphExec executable;
  CUcontext context;
  CUgraphNode node;

  bool operator()(const CUDA_KERNEL_NODE_PARAMS& params) const {
    return cuda().cuGraphExecKernelNodeSetParams(executable, node, &params) == CUDA_SUCCESS;
  }
  bool operator()(const CUDA_HOST_NODE_PARAMS& params) const {
    return cuda().cuGraphExecHostNodeSetParams(executable, node, &params) == CUDA_SUCCESS;
  }
  bool operator()(const CUDA_MEMCPY3D& params) const {
    return cuda().cuGraphExecMemcpyNodeSetParams(executable, node, &params, context) ==
           CUDA_SUCCESS;
  }
  bool operator()(const CUDA_MEMSET_NODE_PARAMS& params) const {
    return cuda().cuGraphExecMemsetNodeSetParams(executable, node, &params, context) ==
           CUDA_SUCCESS;
  }
  bool operator()(const EventWait& wait) const {
    return cuda().cuGraphExecEventWaitNodeSetEvent(executable, node, event_at(wait.event).handle) ==
           CUDA_SUCCESS;
  }
  bool operator()(const EventRecord& record) const {
    return cuda().cuGraphExecEventRecordNodeSetEvent(executable, node,
                                                     event_at(record.event).handle) == CUDA_SUCCESS;
  }
};

}  // namespace

void CudaGraph::Destroy::operator()(CUgraph graph) const noexcept {
  (void)cuda().cuGraphDestroy(graph);
}

void CudaGraph::Destroy::operator()(CUgraphExec executable) const noexcept {
  (void)cuda().cuGraphExecDestroy(executable);
}

CudaGraph::CudaGraph(const Graph& graph, CUcontext context) : context_(context) {
  CUgraph made = nullptr;
  check(cuda().cuGraphCreate(&made, 0));
  graph_.reset(made);
  (void)add(graph, {});
  CUgraphExec executable = nullptr;
  check(cuda().cuGraphInstantiate(&executable, made, 0));
  executable_.reset(executable);
}

bool CudaGraph::update(const Node& node) {
  if (const auto* child = std::get_if<ChildGraph>(&node.params)) {
    bool all = true;
    for (const auto& inner : child->graph->nodes()) all = update(*inner) && all;
    return all;
  }
  const Built& built = built_.at(&node);
  try {
    if (!built.is_empty) {
      return with_cuda_params(node.params, false, Updater{executable(), context_, built.node});
    }
    // The node is empty and may only stay so.
    return with_cuda_params(node.params, true, [](const auto&) { return false; });
  } catch (const Failure&) {
    return false;  // the next launch reports the error, as AMD's runtime does
  }
}

CudaGraph::Nodes CudaGraph::add(const Graph& graph, const Nodes& before) {
  for (const Node* const node : graph.level_order()) {
    Nodes needed;
    for (const Node* const dependency : node->dependencies) {
      needed.push_back(built_.at(dependency).node);
    }
    built_[node] = add(node->params, needed.empty() ? before : needed);
  }
  Nodes last;
  for (const Node* const leaf : graph.leaves()) last.push_back(built_.at(leaf).node);
  return last;
}

CudaGraph::Built CudaGraph::add(const NodeParams& params, const Nodes& before) {
  if (const auto* child = std::get_if<ChildGraph>(&params)) {
    // hipChildGraphNode::GetCommands reads the first of its lists of nodes, which does not exist.
    if (child->graph->nodes().empty()) die("an empty child graph is launched: HIP 5.2 crashes");
    const CUgraphNode first = add_empty(before);
    return {add_empty(add(*child->graph, {first})), false};
  }
  const CUgraphNode node =
      with_cuda_params(params, CUgraphNode{}, Adder{graph_.get(), context_, before});
  return node == nullptr ? Built{add_empty(before), true} : Built{node, false};
}

CUgraphNode CudaGraph::add_empty(const Nodes& before) {
  CUgraphNode node = nullptr;
  check(cuda().cuGraphAddEmptyNode(&node, graph_.get(), before.data(), before.size()));
  return node;
}

}  // namespace hip_on_cuda
