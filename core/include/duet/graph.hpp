#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
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

/// A node of a graph, by the order in which nodes were added. Means the same in copies of the graph
/// and in executables made of it.
struct GraphNode {
  std::uint32_t index = 0;

  friend bool operator==(const GraphNode&, const GraphNode&) = default;
};

enum class GraphNodeKind {
  launch,
  copy,
  fill,
  host,
  empty,
  record,
  wait,
  child,
  captured  ///< what was captured from a stream: see capture.hpp
};

/// What a graph says of a node.
struct GraphNodeInfo {
  GraphNodeKind kind{};
  std::string text{};              ///< For people: "saxpy<float> 4x1x1 256x1x1".
  std::vector<GraphNode> after{};  ///< Those that it follows, in ascending order, without repeats.
};

/// Operations and their order, to be made into an executable and launched many times as one. What
/// is added copies its arguments and keeps kernels loaded; buffers are named by address and must
/// outlive the executable's work. Copies of a graph are graphs of their own.
///
/// Every member that adds takes the nodes that the new one follows, in any order, all of this
/// graph: an unknown one is an invalid_argument error, after which the graph is as before.
///
/// Thread-safety: none for one graph; different graphs may be used at the same time.
class Graph {
 public:
  using Nodes = std::vector<GraphNode>;

  explicit Graph(const Device& device);
  Graph(const Graph& other);
  Graph& operator=(const Graph& other);
  Graph(Graph&& other) noexcept;
  Graph& operator=(Graph&& other) noexcept;
  ~Graph();

  const Device& device() const;
  /// Nodes added so far.
  std::size_t size() const;

  /// A kernel; see duet::launch for the parameters and their checks.
  /// @throws Error  what duet::launch throws; not_supported for a cooperative grid or clusters
  template <typename... A>
  GraphNode launch(const Nodes& after, const Kernel& kernel, const LaunchShape& shape,
                   const A&... arguments) {
    return launch(after, kernel, shape, list_of(arguments...));
  }
  GraphNode launch(const Nodes& after, const Kernel& kernel, const LaunchShape& shape,
                   const Arguments& arguments);

  /// A copy; see duet::copy. Host memory must stay alive for every run.
  template <detail::CopyRange To, detail::CopyRange From>
  GraphNode copy(const Nodes& after, To&& to, const From& from) {
    return copy(after, detail::copy_request(to, from));
  }

  /// Sets all elements to a value. One that does not repeat every 1, 2 or 4 bytes takes several
  /// nodes. @returns the last of them
  template <detail::DeviceRange To>
  GraphNode fill(const Nodes& after, const To& to,
                 const std::type_identity_t<typename To::element_type>& value) {
    return fill(after, to.data(), to.size(), &value, sizeof(value));
  }

  /// A function on a thread of the driver, once a run; see StreamRef::host for what it may not do.
  GraphNode launch_host_function(const Nodes& after, std::function<void()> function);
  /// Nothing, which others can follow.
  GraphNode empty(const Nodes& after);
  /// Records an event of the same device, which must outlive the executable.
  GraphNode record(const Nodes& after, EventRef event);
  /// Waits for the event's last recording when the executable is launched. The event must outlive
  /// the executable.
  GraphNode wait(const Nodes& after, EventRef event);
  /// All of another graph as it is now. @throws Error (invalid_argument) for one of another device
  GraphNode child(const Nodes& after, const Graph& graph);

  /// Lets one node follow another, too.
  /// @throws Error (invalid_argument) if they would wait for each other
  void follow(GraphNode node, GraphNode after);

  std::vector<GraphNodeInfo> nodes() const;
  /// For duet's own use.
  detail::GraphState& state() const;

  /// The graph in the language of Graphviz, children as clusters.
  std::string dot(const std::string& name = "graph") const;

 private:
  friend class GraphExec;

  template <typename... A>
  static Arguments list_of(const A&... arguments) {
    Arguments list;
    (list.add(arguments), ...);
    return list;
  }
  GraphNode copy(const Nodes& after, const detail::CopyRequest& request);
  GraphNode fill(const Nodes& after, void* to, std::size_t count, const void* value,
                 std::size_t size);

  std::unique_ptr<detail::GraphState> state_;
};

/// What an update of an executable came to.
enum class GraphUpdate {
  nothing,      ///< the same operations with the same parameters
  in_place,     ///< new parameters
  instantiated  ///< made anew: another structure, or a change that the driver refuses
};

/// A graph that is ready to run. Keeps its kernels loaded. Move-only; using an empty one is an
/// invalid_handle error. Runs already launched go on unchanged when it is updated or destroyed, but
/// kernels' code and host functions must not go before they end: synchronise before destroying it.
/// Runs of one executable never overlap, whatever the streams.
/// Thread-safety: none for one executable; different ones may be used at the same time.
class GraphExec {
 public:
  GraphExec() noexcept;
  /// @throws Error  what the driver reports
  explicit GraphExec(const Graph& graph);
  GraphExec(GraphExec&& other) noexcept;
  GraphExec& operator=(GraphExec&& other) noexcept;
  ~GraphExec();

  explicit operator bool() const noexcept { return state_ != nullptr; }

  /// Runs the operations after the stream's earlier work and before its later work.
  /// @throws Error (invalid_argument) for a stream of another device
  void launch(StreamRef stream) const;

  /// Makes later runs do what `graph` says, as cheaply as possible.
  GraphUpdate update(const Graph& graph);

 private:
  detail::GraphExecState& state() const;

  std::unique_ptr<detail::GraphExecState> state_;
};

}  // namespace duet
DUET_API_END
