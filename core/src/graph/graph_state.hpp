#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <variant>
#include <vector>

#include <duet/graph.hpp>

#include "driver/device_state.hpp"

namespace duet::detail {

class CapturedGraph;

// The operations of nodes. Nodes with equal operations need no update.

struct LaunchCall {
  Kernel kernel;
  LaunchShape shape;
  Arguments arguments;

  /// Whether both are cooperative or not, have the same clusters and windows, and begin early or
  /// not, which no update can change.
  bool has_attributes_of(const LaunchCall& other) const noexcept {
    return shape.cooperative == other.shape.cooperative && shape.cluster == other.shape.cluster &&
           shape.programmatic == other.shape.programmatic &&
           shape.l2_window == other.shape.l2_window;
  }
  /// Whether calls with the same attributes are equal.
  bool has_parameters_of(const LaunchCall& other) const noexcept {
    return kernel == other.kernel && shape.grid == other.shape.grid &&
           shape.block == other.shape.block && shape.shared_bytes == other.shape.shared_bytes &&
           arguments.has_values_of(other.arguments);
  }
  friend bool operator==(const LaunchCall& a, const LaunchCall& b) noexcept {
    return a.has_attributes_of(b) && a.has_parameters_of(b);
  }
};

struct CopyCall {
  CopyDirection direction;
  void* to;
  const void* from;
  std::size_t bytes;

  friend bool operator==(const CopyCall&, const CopyCall&) = default;
};

struct FillCall {
  void* to;
  std::uint32_t word;
  std::size_t word_bytes;  ///< 1, 2 or 4
  std::size_t words;

  friend bool operator==(const FillCall&, const FillCall&) = default;
};

struct HostCall {
  std::shared_ptr<std::function<void()>> function;

  friend bool operator==(const HostCall&, const HostCall&) = default;
};

struct EmptyCall {
  friend bool operator==(const EmptyCall&, const EmptyCall&) = default;
};

struct RecordCall {
  void* event;

  friend bool operator==(const RecordCall&, const RecordCall&) = default;
};

struct WaitCall {
  void* event;

  friend bool operator==(const WaitCall&, const WaitCall&) = default;
};

struct ChildCall {
  std::shared_ptr<const GraphState> graph;  ///< immutable

  friend bool operator==(const ChildCall& a, const ChildCall& b);
};

struct CapturedCall {
  std::shared_ptr<const CapturedGraph> graph;

  friend bool operator==(const CapturedCall&, const CapturedCall&) = default;
};

/// Alternatives are in the order of GraphNodeKind.
using GraphCall = std::variant<LaunchCall, CopyCall, FillCall, HostCall, EmptyCall, RecordCall,
                               WaitCall, ChildCall, CapturedCall>;

struct GraphNodeState {
  GraphCall call;
  std::vector<std::uint32_t> after{};  ///< dependencies: ascending, unique

  GraphNodeKind kind() const noexcept { return static_cast<GraphNodeKind>(call.index()); }
  /// Whether both have the same kind, edges and whatever else no update can change, recursively.
  bool has_structure_of(const GraphNodeState& other) const;
  /// Whether nodes of the same structure are equal.
  bool has_parameters_of(const GraphNodeState& other) const {
    const auto* const launch = std::get_if<LaunchCall>(&call);
    return launch != nullptr ? launch->has_parameters_of(std::get<LaunchCall>(other.call))
                             : call == other.call;
  }
  friend bool operator==(const GraphNodeState&, const GraphNodeState&) = default;
};

struct GraphState {
  explicit GraphState(const Device& owner) : device(owner) {}
  /// The copy is not shared.
  GraphState(const GraphState& other) : device(other.device), nodes(other.nodes) {}
  GraphState& operator=(const GraphState&) = delete;
  ~GraphState() = default;

  Device device;
  std::vector<GraphNodeState> nodes{};
  /// Whether several objects have had this state. Then none may change it any more.
  mutable std::atomic<bool> is_shared = false;

  /// Returns the capture if it is the only node, else null. Such a graph needs no child graph, in
  /// which drivers do not allow all kinds of nodes.
  const CapturedCall* only_capture() const noexcept {
    return nodes.size() == 1 ? std::get_if<CapturedCall>(&nodes.front().call) : nullptr;
  }
  /// Returns a topological order of the nodes, deterministic: the lowest possible index comes
  /// first. Nodes in or behind a cycle are missing.
  std::vector<std::uint32_t> order() const;
  /// Whether both graphs have nodes of the same structure.
  bool has_structure_of(const GraphState& other) const;
};

/// Marks a state as shared. @returns it
std::shared_ptr<GraphState> share(const std::shared_ptr<GraphState>& state) noexcept;
/// Replaces a shared state by a copy. @returns the state, which may be changed
GraphState& own(std::shared_ptr<GraphState>& state);

/// Checks a launch as a node. @throws Error as Graph::launch
void check_node_launch(const Kernel& kernel, const LaunchShape& shape, const Arguments& arguments);

// Descriptions of nodes for messages and drawings.
GraphNodeInfo describe(const GraphNodeState& node);
std::string text_of(const GraphCall& call);
std::string text_of_launch(const Kernel& kernel, const LaunchShape& shape);
std::string text_of_copy(CopyDirection direction, std::size_t bytes);
std::string text_of_fill(std::size_t bytes);

}  // namespace duet::detail
