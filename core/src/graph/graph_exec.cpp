#include <map>
#include <optional>
#include <utility>

#include <duet/profiling_range.hpp>

#include "captured_graph.hpp"
#include "graph_state.hpp"
#include "module/module_state.hpp"
#include "vendor_graph.hpp"

namespace duet {

using namespace detail;

/// An instantiated graph, the description it was made from, and the objects its nodes refer to.
struct detail::GraphExecState {
  explicit GraphExecState(const GraphState& graph) : described(graph) {
    make_current(described.device);
    instantiate();
  }
  GraphExecState(const GraphExecState&) = delete;
  GraphExecState& operator=(const GraphExecState&) = delete;
  ~GraphExecState() {
    if (try_make_current(described.device.state())) destroy(handle);
  }

  void instantiate() {
    const ProfilingRange range("instantiate graph");
    VendorGraph graph(described);
    vendor::GraphExecHandle made{};
    DUET_DRIVER(graph_instantiate, &made, graph.handle(), 0);
    destroy(std::exchange(handle, made));
    source = std::move(graph);
    keep_alive(described);
  }

  static void destroy(vendor::GraphExecHandle exec) noexcept {
    if (exec == nullptr) return;
    log_failed_call(driver().graph_exec_destroy(exec), "destroying an executable graph");
  }

  /// Keeps the objects of a graph alive. Runs in flight may still use those that an update
  /// replaced.
  void keep_alive(const GraphState& graph) {
    for (const GraphNodeState& node : graph.nodes) {
      if (const auto* launch = std::get_if<LaunchCall>(&node.call)) {
        kernels.emplace(launch->kernel.id(), launch->kernel);
      } else if (const auto* host = std::get_if<HostCall>(&node.call)) {
        functions.emplace(host->function.get(), host->function);
      } else if (const auto* child = std::get_if<ChildCall>(&node.call)) {
        keep_alive(*child->graph);
      } else if (const auto* captured = std::get_if<CapturedCall>(&node.call)) {
        captures.emplace(captured->graph->id(), captured->graph);
      }
    }
  }

  /// @returns whether all nodes that differ were updated, or nothing if none differs
  std::optional<bool> change_nodes(const GraphState& graph) {
    std::optional<bool> changed;
    for (std::size_t i = 0; i < graph.nodes.size(); ++i) {
      if (graph.nodes[i].call == described.nodes[i].call) continue;
      if (!set_call(handle, source.node(i), graph.nodes[i].call)) return false;
      changed = true;
    }
    return changed;
  }

  GraphState described;
  VendorGraph source{};  ///< its nodes are the handles by which the executable's nodes are updated
  vendor::GraphExecHandle handle{};
  std::map<std::uint64_t, Kernel> kernels{};
  std::map<const void*, std::shared_ptr<std::function<void()>>> functions{};
  std::map<std::uint64_t, std::shared_ptr<const CapturedGraph>> captures{};
};

GraphExec::GraphExec() noexcept = default;
GraphExec::GraphExec(const Graph& graph)
    : state_(std::make_unique<GraphExecState>(graph.state())) {}
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
  const GraphExecState& exec = state();
  if (stream.device() != exec.described.device) {
    throw Error(ErrorCode::invalid_argument,
                "a graph can only be launched in a stream of its own device");
  }
  make_current(stream.device());
  DUET_DRIVER(graph_launch, exec.handle, static_cast<vendor::StreamHandle>(stream.handle()));
}

GraphUpdate GraphExec::update(const Graph& graph) {
  GraphExecState& exec = state();
  const GraphState& wanted = graph.state();
  if (wanted.device != exec.described.device) {
    throw Error(ErrorCode::invalid_argument,
                "an executable can only be updated by a graph of its own device");
  }
  make_current(wanted.device);
  bool in_place = wanted.has_structure_of(exec.described);
  if (in_place) {
    exec.keep_alive(wanted);
    const std::optional<bool> changed = exec.change_nodes(wanted);
    if (!changed) return GraphUpdate::nothing;
    in_place = *changed;
  }
  GraphState before = std::exchange(exec.described, wanted);
  if (in_place) return GraphUpdate::in_place;
  try {
    exec.instantiate();
  } catch (...) {
    // Some nodes may have been updated: instantiating the previous graph restores all of them.
    exec.described = std::move(before);
    exec.instantiate();
    throw;
  }
  return GraphUpdate::instantiated;
}

}  // namespace duet
