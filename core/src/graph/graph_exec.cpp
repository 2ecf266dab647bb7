#include <fmt/format.h>

#include <duet/native.hpp>

#include <utility>

#include <duet/profiling_range.hpp>

#include "captured_graph.hpp"
#include "driver/destruction.hpp"
#include "driver/memory/fill_plan.hpp"
#include "graph_state.hpp"
#include "module/module_state.hpp"
#include "retired_calls.hpp"
#include "vendor_graph.hpp"

namespace duet {

using namespace detail;

/// An instantiated graph, the description it was made from, and the objects its nodes refer to.
struct detail::GraphExecState {
  explicit GraphExecState(std::shared_ptr<GraphState> graph)
      : device(graph->device), described(std::move(graph)) {
    make_current(device);
    instantiate();
  }
  GraphExecState(const GraphExecState&) = delete;
  GraphExecState& operator=(const GraphExecState&) = delete;
  ~GraphExecState() {
    destroy_on(device.state(), [exec = handle] { destroy(exec); });
  }

  /// Makes the executable anew. Strong exception guarantee.
  void instantiate() {
    const ProfilingRange range("instantiate graph");
    retired.reserve();
    VendorGraph graph(*described);
    vendor::GraphExecHandle made{};
    DUET_DRIVER(graph_instantiate, &made, graph.handle(), 0);
    destroy(std::exchange(handle, made));
    source = std::move(graph);
    is_uncertain = false;
    retired.start_anew(device);
  }

  /// Makes the executable anew after an update that failed half-way.
  void repair() {
    if (!is_uncertain) [[likely]] {
      return;
    }
    make_current(device);
    instantiate();
  }

  static void destroy(vendor::GraphExecHandle exec) noexcept {
    if (exec == nullptr) return;
    log_failed_call(driver_table().graph_exec_destroy(exec), "destroying an executable graph");
  }

  /// Changes all nodes that differ, up to one that no update can change. The executable is
  /// uncertain from the first change on. One pass over the nodes, whose memory takes most of the
  /// time.
  /// @param has_retired  out: set if the nodes call other objects than before
  GraphUpdate change_nodes(const GraphState& graph, bool& has_retired) {
    if (&graph == described.get()) return GraphUpdate::nothing;
    if (graph.nodes.size() != described->nodes.size()) return GraphUpdate::instantiated;
    GraphUpdate update = GraphUpdate::nothing;
    for (std::size_t i = 0; i < graph.nodes.size(); ++i) {
      const GraphNodeState& wanted = graph.nodes[i];
      const GraphNodeState& before = described->nodes[i];
      if (!wanted.has_structure_of(before)) return GraphUpdate::instantiated;
      if (wanted.has_parameters_of(before)) continue;
      has_retired = has_retired || have_other_objects(wanted.call, before.call);
      is_uncertain = true;
      if (!set_call(handle, source.node(i), wanted.call)) return GraphUpdate::instantiated;
      update = GraphUpdate::in_place;
    }
    return update;
  }

  /// @throws Error  if there is no such node or it is of another kind
  template <typename Call>
  const Call& node(GraphNode node, GraphNodeKind kind) const {
    if (node.index >= described->nodes.size()) {
      throw Error(ErrorCode::invalid_argument,
                  fmt::format("graph: there is no node {}; the executable has {} nodes", node.index,
                              described->nodes.size()));
    }
    const GraphCall& call = described->nodes[node.index].call;
    if (const auto* found = std::get_if<Call>(&call)) return *found;
    throw Error(ErrorCode::invalid_argument,
                fmt::format("graph: node {} ({}) is no {}; only the parameters of a node can be "
                            "changed, not its kind",
                            node.index, text_of(call), name_of(kind)));
  }

  /// Changes one node, in the cheapest way that the driver allows. After an exception the
  /// description is the one before; later calls make the executable anew if the driver's may differ
  /// from it.
  GraphUpdate change(GraphNode node, GraphCall call) {
    repair();
    if (described->nodes[node.index].call == call) return GraphUpdate::nothing;
    GraphCall& described_call = own(described).nodes[node.index].call;
    make_current(device);
    const bool has_retired = have_other_objects(call, described_call);
    if (has_retired) retired.reserve();
    bool is_set = true;
    if (const auto* launch = std::get_if<LaunchCall>(&call)) {
      is_set = launch->has_attributes_of(std::get<LaunchCall>(described_call));
    }
    if (is_set) {
      is_uncertain = true;
      is_set = set_call(handle, source.node(node.index), call);
    }
    std::swap(described_call, call);
    if (is_set) {
      is_uncertain = false;
    } else {
      try {
        instantiate();
      } catch (...) {
        std::swap(described_call, call);
        throw;
      }
    }
    if (has_retired) retired.add(std::move(call));
    if (!is_set) retired.start_anew(device);
    return is_set ? GraphUpdate::in_place : GraphUpdate::instantiated;
  }

  /// Changes all nodes that differ; makes the executable anew if the driver cannot change them.
  /// Exceptions as for `change`.
  GraphUpdate change_to(std::shared_ptr<GraphState> wanted) {
    make_current(device);
    retired.reserve();
    bool has_retired = false;
    const GraphUpdate update =
        is_uncertain ? GraphUpdate::instantiated : change_nodes(*wanted, has_retired);
    if (update == GraphUpdate::nothing) return update;
    std::swap(described, wanted);
    if (update == GraphUpdate::in_place) {
      is_uncertain = false;
      source.follow_update(*described);
      if (has_retired) retired.add(ChildCall{std::move(wanted)});
      return update;
    }
    try {
      instantiate();
    } catch (...) {
      std::swap(described, wanted);
      throw;
    }
    retired.add(ChildCall{std::move(wanted)});
    retired.start_anew(device);
    return update;
  }

  Device device;
  std::shared_ptr<GraphState> described;
  VendorGraph source{};  ///< its nodes are the handles by which the executable's nodes are updated
  vendor::GraphExecHandle handle{};
  bool is_uncertain = false;  ///< an update has failed: some nodes may differ from the description
  RetiredCalls retired{};
};

const char* name_of(GraphUpdate update) noexcept {
  switch (update) {
    case GraphUpdate::nothing: return "nothing";
    case GraphUpdate::in_place: return "in_place";
    case GraphUpdate::instantiated: return "instantiated";
  }
  return "unknown";
}

namespace {
/// The state, for the driver's own functions: the executable is as described.
GraphExecState& repaired(const GraphExec& exec) {
  exec.state().repair();
  return exec.state();
}
}  // namespace

NativeGraphExec native(const GraphExec& exec) { return repaired(exec).handle; }

NativeGraph native_graph(const GraphExec& exec) { return repaired(exec).source.handle(); }

NativeGraphNode native(const GraphExec& exec, GraphNode node) {
  const GraphExecState& state = repaired(exec);
  if (node.index < state.described->nodes.size() && state.described->only_capture() == nullptr) {
    return state.source.node(node.index);
  }
  throw Error(ErrorCode::invalid_argument,
              fmt::format("the executable has no node {} of its own", node.index));
}

GraphExec::GraphExec() noexcept = default;
GraphExec::GraphExec(const Graph& graph)
    : state_(std::make_unique<GraphExecState>(graph.share())) {}
GraphExec::GraphExec(GraphExec&&) noexcept = default;
GraphExec& GraphExec::operator=(GraphExec&&) noexcept = default;
GraphExec::~GraphExec() = default;

GraphExecState& GraphExec::state() const {
  if (state_ == nullptr) {
    throw Error(ErrorCode::invalid_handle,
                "the GraphExec is empty: default-constructed or moved from");
  }
  return *state_;
}

void GraphExec::launch(StreamRef stream) const {
  GraphExecState& exec = state();
  if (stream.device() != exec.device) {
    throw Error(ErrorCode::invalid_argument,
                "a graph can only be launched in a stream of its own device");
  }
  exec.repair();
  make_current(stream.device());
  detail::launch_executable(exec.handle, stream);
  exec.retired.follow_run(stream);
}

GraphUpdate GraphExec::set_launch(GraphNode node, const Kernel& kernel, const LaunchShape& shape,
                                  Arguments arguments) {
  GraphExecState& exec = state();
  (void)exec.node<LaunchCall>(node, GraphNodeKind::launch);
  if (kernel.device() != exec.device) {
    throw Error(ErrorCode::invalid_argument,
                fmt::format("graph: the kernel belongs to device {}, the graph to device {}",
                            kernel.device().ordinal(), exec.device.ordinal()));
  }
  check_node_launch(kernel, shape, arguments);
  return exec.change(node, LaunchCall{kernel, shape, std::move(arguments)});
}

GraphUpdate GraphExec::set_arguments(GraphNode node, Arguments arguments) {
  const auto call = state().node<LaunchCall>(node, GraphNodeKind::launch);
  return set_launch(node, call.kernel, call.shape, std::move(arguments));
}

GraphUpdate GraphExec::set_copy(GraphNode node, const CopyRequest& request) {
  GraphExecState& exec = state();
  (void)exec.node<CopyCall>(node, GraphNodeKind::copy);
  check_copy(exec.device, request);
  if (request.to_bytes == 0) {
    throw Error(ErrorCode::invalid_argument, "graph: a node cannot be changed to an empty copy");
  }
  return exec.change(node, CopyCall{request.direction, request.to, request.from, request.to_bytes});
}

GraphUpdate GraphExec::set_fill(GraphNode node, const FillRequest& request) {
  GraphExecState& exec = state();
  (void)exec.node<FillCall>(node, GraphNodeKind::fill);
  check_fill(exec.device, request);
  std::vector<GraphCall> calls;
  plan_fill(
      request.to, request.count, request.value, request.size,
      [&](void* at, std::size_t bytes, std::uint32_t word, std::size_t word_bytes) {
        calls.emplace_back(FillCall{at, word, word_bytes, bytes / word_bytes});
      },
      [&](void* at, const void* from, std::size_t bytes) {
        calls.emplace_back(CopyCall{CopyDirection::device_to_device, at, from, bytes});
      });
  if (request.count == 0 || calls.size() != 1) {
    throw Error(ErrorCode::invalid_argument,
                "graph: a fill that is empty or whose value's bytes do not repeat every 1, 2 or 4 "
                "bytes is not one node; use GraphExec::update");
  }
  return exec.change(node, std::move(calls.front()));
}

GraphUpdate GraphExec::update(const Graph& graph) {
  GraphExecState& exec = state();
  if (graph.device() != exec.device) {
    throw Error(ErrorCode::invalid_argument,
                "an executable can only be updated by a graph of its own device");
  }
  return exec.change_to(graph.share());
}

}  // namespace duet
