#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <type_traits>
#include <vector>

#include <duet/arguments.hpp>
#include <duet/copy.hpp>
#include <duet/event.hpp>
#include <duet/export.hpp>
#include <duet/kernel.hpp>
#include <duet/shape.hpp>
#include <duet/stream.hpp>

DUET_API_BEGIN
namespace duet {

namespace detail {
struct GraphState;
struct GraphExecState;
}  // namespace detail

/// A node of a graph, identified by the order in which nodes were added. The same number names the
/// same node in copies of the graph and in its executables.
struct GraphNode {
  std::uint32_t index = 0;  ///< 0 for the node that was added first.

  friend bool operator==(const GraphNode&, const GraphNode&) = default;
};

/// The kind of a node.
enum class GraphNodeKind {
  launch,   ///< launches a kernel
  copy,     ///< copies memory
  fill,     ///< sets memory to a value
  host,     ///< calls a host function
  empty,    ///< does nothing; only orders other nodes
  record,   ///< records an event
  wait,     ///< waits for an event
  child,    ///< runs another graph
  captured  ///< runs what was captured from a stream (duet/capture.hpp)
};

/// The name of a kind, such as "launch". Static storage, never null.
const char* name_of(GraphNodeKind kind) noexcept;

/// A description of a node.
struct GraphNodeInfo {
  GraphNodeKind kind{};            ///< What it does.
  std::string text{};              ///< A description for messages: "saxpy<float> 4x1x1 256x1x1".
  std::vector<GraphNode> after{};  ///< The nodes that it follows, ascending, without duplicates.
};

/// Operations and their order. A GraphExec makes it executable and launches it any number of times.
///
/// Ownership: copyable; a copy is an independent graph. Nodes copy their arguments and keep kernels
/// loaded. Buffers are passed by address and must outlive the executable's work.
///
/// Errors: every member that adds a node takes the nodes that it follows, in any order, all of this
/// graph. An unknown node throws Error (invalid_argument) and leaves the graph unchanged. Using a
/// graph that was moved from throws Error (invalid_handle).
///
/// Thread-safety: none for one graph; different graphs may be used concurrently.
class Graph {
 public:
  /// Nodes that another one follows.
  using Nodes = std::vector<GraphNode>;

  /// Creates an empty graph for a device.
  explicit Graph(const Device& device);
  Graph(const Graph& other);
  Graph& operator=(const Graph& other);
  Graph(Graph&& other) noexcept;
  Graph& operator=(Graph&& other) noexcept;
  ~Graph();

  /// The device that the graph runs on.
  const Device& device() const;
  /// Number of nodes.
  std::size_t size() const;

  /// Adds a kernel launch; see duet::launch for the parameters and their checks.
  /// @returns the new node
  /// @throws Error  as duet::launch; not_supported for a cooperative grid or clusters, except on
  ///                NVIDIA
  template <detail::ValueArgument... A>
  GraphNode launch(const Nodes& after, const Kernel& kernel, const LaunchShape& shape,
                   const A&... arguments) {
    return launch(after, kernel, shape, Arguments::of(arguments...));
  }
  /// Adds a kernel launch with a list of arguments built at run time.
  GraphNode launch(const Nodes& after, const Kernel& kernel, const LaunchShape& shape,
                   Arguments arguments);
  /// Adds a kernel launch with the addresses of its arguments, whose values are copied; see
  /// duet::launch.
  GraphNode launch(const Nodes& after, const Kernel& kernel, const LaunchShape& shape,
                   std::span<void* const> values);

  /// Adds a copy; see duet::copy. Host memory must stay alive for every run.
  /// @returns the new node
  /// @throws Error  invalid_argument if the numbers of elements differ
  template <detail::CopyRange To, detail::CopyRange From>
  GraphNode copy(const Nodes& after, To&& to, From&& from) {
    detail::require_lasting<To, From>();
    return copy(after, detail::copy_request(to, from));
  }

  /// Adds a fill: sets all elements to a value. A value whose bytes do not repeat every 1, 2 or 4
  /// bytes takes several nodes.
  /// @returns the last of the new nodes
  template <detail::DeviceRange To>
  GraphNode fill(const Nodes& after, const To& to,
                 const std::type_identity_t<typename To::element_type>& value) {
    return fill(after, detail::fill_request(to, value));
  }

  /// Adds a call of a host function.
  /// @param after     the nodes that it follows
  /// @param function  called on a thread of the driver, once in each run; restricted as in
  ///                  StreamRef::launch_host_function
  /// @returns the new node
  /// @throws Error  invalid_argument for an empty function
  GraphNode launch_host_function(const Nodes& after, std::function<void()> function);
  /// Adds a node that does nothing, for other nodes to follow.
  /// @returns the new node
  GraphNode empty(const Nodes& after);
  /// Adds the recording of an event.
  /// @param after  the nodes that it follows
  /// @param event  an event of the same device; must outlive the executable
  /// @returns the new node
  GraphNode record(const Nodes& after, EventRef event);
  /// Adds a wait for the recording that an event has last when the executable is launched.
  /// @param after  the nodes that it follows
  /// @param event  must outlive the executable
  /// @returns the new node
  GraphNode wait(const Nodes& after, EventRef event);
  /// Adds a node that runs another graph.
  /// @param after  the nodes that it follows
  /// @param graph  copied as it is now
  /// @returns the new node
  /// @throws Error  invalid_argument for a graph of another device
  GraphNode child(const Nodes& after, const Graph& graph);

  /// Makes one node follow another one as well.
  /// @param node   the node that has to wait
  /// @param after  the node that it waits for
  /// @throws Error  invalid_argument if that would make a cycle
  void follow(GraphNode node, GraphNode after);

  /// Descriptions of all nodes, in the order in which they were added.
  std::vector<GraphNodeInfo> nodes() const;
  /// Internal: the state of the graph.
  const detail::GraphState& state() const;
  /// Internal: the state, to change it. No other object shares it.
  detail::GraphState& own_state();
  /// Internal: the state, to be shared. The graph copies it before its next change.
  std::shared_ptr<detail::GraphState> share() const;

  /// The graph in the DOT language of Graphviz, child graphs as clusters.
  /// @param name  name of the graph in the text
  std::string dot(const std::string& name = "graph") const;

 private:
  friend class GraphExec;

  GraphNode copy(const Nodes& after, const detail::CopyRequest& request);
  GraphNode fill(const Nodes& after, const detail::FillRequest& request);

  std::shared_ptr<detail::GraphState> state_;
};

/// What an update of an executable did.
enum class GraphUpdate {
  nothing,      ///< Nothing: the operations and their parameters are the same.
  in_place,     ///< Set new parameters in the executable.
  instantiated  ///< Instantiated again: the structure differs, or the driver refused the change.
};

/// The name of an update, such as "in_place". Static storage, never null.
const char* name_of(GraphUpdate update) noexcept;

/// An executable graph. It keeps its kernels loaded. Runs of one executable never overlap, on
/// whatever streams.
///
/// Ownership: move-only. Using an empty one (default-constructed or moved from) throws Error
/// (invalid_handle). Updating or destroying it does not change runs that were launched before, but
/// the code of kernels and host functions must exist until they end: synchronise before destroying
/// it. Kernels, host functions and captured graphs that an update replaced are kept until runs that
/// were launched before it have ended, and are released in a later launch; if the update
/// instantiated again, some are released later, on another thread. A graph that was captured from a
/// launch does not own what this executable owns: neither update nor destroy the executable before
/// that graph's last run has ended.
///
/// Thread-safety: none for one executable; different ones may be used concurrently.
class GraphExec {
 public:
  /// An empty executable.
  GraphExec() noexcept;
  /// Instantiates a graph.
  /// @param graph  copied during the call
  /// @throws Error  what the driver reports
  explicit GraphExec(const Graph& graph);
  GraphExec(GraphExec&& other) noexcept;
  GraphExec& operator=(GraphExec&& other) noexcept;
  ~GraphExec();

  /// Whether there is something to launch: false if default-constructed or moved from.
  explicit operator bool() const noexcept { return state_ != nullptr; }

  /// Runs the operations after the earlier work of a stream and before its later work.
  /// @param stream  a stream of the graph's device
  /// @throws Error  invalid_argument for a stream of another device; not_supported for a captured
  ///                stream without `DeviceInfo::graph_launch_capture`
  void launch(StreamRef stream) const;

  /// Makes later runs execute another graph, in the cheapest way that the driver allows.
  /// @param graph  a graph of the same device; copied during the call
  /// @returns what had to be done
  /// @throws Error  invalid_argument for a graph of another device
  GraphUpdate update(const Graph& graph);

  /// Changes one launch for later runs; the rest of the graph is not looked at.
  /// @param node       a node that launches a kernel
  /// @param kernel     the same kernel as before, or another one
  /// @param shape      as for duet::launch
  /// @param arguments  as for duet::launch, or one list of type Arguments
  /// @returns what had to be done
  /// @throws Error  invalid_argument if the graph has no such node or it is of another kind; as
  ///                duet::launch
  template <typename... A>
  GraphUpdate set_launch(GraphNode node, const Kernel& kernel, const LaunchShape& shape,
                         const A&... arguments) {
    return set_launch(node, kernel, shape, Arguments::of(arguments...));
  }
  /// Changes one launch, with a list of arguments built at run time.
  GraphUpdate set_launch(GraphNode node, const Kernel& kernel, const LaunchShape& shape,
                         Arguments arguments);
  /// Changes the arguments of one launch, whose kernel and shape stay.
  template <typename... A>
  GraphUpdate set_arguments(GraphNode node, const A&... arguments) {
    return set_arguments(node, Arguments::of(arguments...));
  }
  /// Changes the arguments of one launch to a list built at run time.
  GraphUpdate set_arguments(GraphNode node, Arguments arguments);
  /// Changes one copy for later runs; see duet::copy.
  template <detail::CopyRange To, detail::CopyRange From>
  GraphUpdate set_copy(GraphNode node, To&& to, From&& from) {
    detail::require_lasting<To, From>();
    return set_copy(node, detail::copy_request(to, from));
  }
  /// Changes one fill for later runs.
  /// @throws Error  invalid_argument also for a value that takes several nodes: its bytes do not
  ///                repeat every 1, 2 or 4 bytes
  template <detail::DeviceRange To>
  GraphUpdate set_fill(GraphNode node, const To& to,
                       const std::type_identity_t<typename To::element_type>& value) {
    return set_fill(node, detail::fill_request(to, value));
  }

  /// Internal: the state of the executable.
  detail::GraphExecState& state() const;

 private:
  GraphUpdate set_copy(GraphNode node, const detail::CopyRequest& request);
  GraphUpdate set_fill(GraphNode node, const detail::FillRequest& request);

  std::unique_ptr<detail::GraphExecState> state_;
};

}  // namespace duet
DUET_API_END
