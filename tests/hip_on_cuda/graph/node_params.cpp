#include "node_params.hpp"

#include <type_traits>

#include "base/behaviour.hpp"
#include "base/error.hpp"
#include "cuda/known_memory.hpp"
#include "graph.hpp"
#include "objects/event.hpp"

namespace hip_on_cuda {
namespace {

static_assert(
    std::is_same_v<std::variant_alternative_t<hipGraphNodeTypeKernel - 1, NodeParams>, KernelCall>);
static_assert(std::is_same_v<std::variant_alternative_t<hipGraphNodeTypeWaitEvent - 1, NodeParams>,
                             EventWait>);
static_assert(
    std::is_same_v<std::variant_alternative_t<hipGraphNodeTypeMemcpy1D - 1, NodeParams>, Copy1D>);

/// As hipGraphMemcpyNode1D::ValidateParams: unlike a new node, a changed one must name its
/// direction; hipMemcpyDefault is refused.
void check_kind(const Copy1D& copy) {
  const bool to_known = is_known(copy.to);
  const bool from_known = is_known(copy.from);
  if (to_known && !from_known) require(copy.kind == hipMemcpyHostToDevice);
  if (!to_known && from_known) require(copy.kind == hipMemcpyDeviceToHost);
}

void change_same_type(Empty&, const Empty&) {}
void change_same_type(KernelCall& old, const KernelCall& call) { old.set(call.params()); }
void change_same_type(ChildGraph& old, const ChildGraph& child) { change(old, *child.graph); }
template <typename Params>
void change_same_type(Params& old, const Params& params) {
  change(old, params);
}

}  // namespace

ChildGraph::ChildGraph(const Graph& original) : graph(original.clone()) { graph->is_child = true; }
ChildGraph::ChildGraph(const ChildGraph& other) : ChildGraph(*other.graph) {}
ChildGraph::ChildGraph(ChildGraph&& other) noexcept = default;
ChildGraph& ChildGraph::operator=(ChildGraph&& other) noexcept = default;
ChildGraph::~ChildGraph() = default;

hipGraphNodeType type_of(const NodeParams& params) {
  return static_cast<hipGraphNodeType>(params.index() + 1);
}

// As ihipMemcpy_validate of hip_memory.cpp.
void check_new(const Copy1D& copy) {
  require(copy.to != nullptr && copy.from != nullptr);
  for (const void* address : {static_cast<const void*>(copy.to), copy.from}) {
    const auto memory = find_memory(address);
    require(!memory || copy.bytes <= memory->bytes_left);
  }
}

// As ihipMemcpy3D_validate of hip_memory.cpp.
void check_new(const hipMemcpy3DParms& copy) {
  require(copy.srcArray == nullptr || copy.srcPtr.ptr == nullptr);
  require(copy.dstArray == nullptr || copy.dstPtr.ptr == nullptr);
  require(copy.srcArray != nullptr || copy.srcPtr.ptr != nullptr);
  require(copy.dstArray != nullptr || copy.dstPtr.ptr != nullptr);
  // This library has no arrays.
  require(copy.srcArray == nullptr && copy.dstArray == nullptr, hipErrorNotSupported);
}

// As ihipGraphMemsetParams_validate, ihipMemset_validate and ihipMemset3D_validate of
// hip_memory.cpp.
void check_new(const hipMemsetParams& fill) {
  require(fill.elementSize == 1 || fill.elementSize == 2 || fill.elementSize == 4);
  require(fill.height > 0);
  if (fill.height > 1 && !behaviour.fills_rows) {
    die("a memset node of several rows: HIP 5.2 fills them with the element size");
  }
  const std::size_t row = fill.width * fill.elementSize;
  if (row == 0) return;
  require(fill.height == 1 || fill.pitch >= row);
  require(fill.dst != nullptr);
  const auto memory = find_memory(fill.dst);
  require(memory.has_value());
  require((fill.height - 1) * fill.pitch + row <= memory->bytes_left);
}

void change(KernelCall& old, const hipKernelNodeParams& params) { old.set(params); }

void change(Copy1D& old, const Copy1D& copy) {
  check_new(copy);
  check_kind(copy);
  old = copy;
}

void change(hipMemcpy3DParms& old, const hipMemcpy3DParms& copy) {
  check_new(copy);
  old = copy;
}

void change(hipMemsetParams& old, const hipMemsetParams& fill) {
  check_new(fill);
  old = fill;
}

void change(hipHostNodeParams& old, const hipHostNodeParams& call) { old = call; }

void change(EventWait& old, const EventWait& wait) {
  (void)event_at(wait.event);
  old = wait;
}

void change(EventRecord& old, const EventRecord& record) {
  (void)event_at(record.event);
  old = record;
}

// hipChildGraphNode::SetParams pairs the nodes in the order in which they were added and does not
// check that the two graphs have the same structure.
void change(ChildGraph& old, const Graph& graph) {
  const auto& nodes = old.graph->nodes();
  const auto& others = graph.nodes();
  if (others.size() > nodes.size()) {
    die("a child graph changed to a larger one: HIP reads past the end of its nodes");
  }
  for (std::size_t i = 0; i < others.size(); ++i) {
    if (nodes[i]->params.index() != others[i]->params.index()) {
      die("a child graph changed to one with nodes of other types: HIP casts them to a wrong type");
    }
    change(nodes[i]->params, others[i]->params);
  }
}

void change(NodeParams& old, const NodeParams& params) {
  std::visit(
      [&]<typename Params>(Params& mine) { change_same_type(mine, std::get<Params>(params)); },
      old);
}

}  // namespace hip_on_cuda
