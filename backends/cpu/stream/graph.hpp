#pragma once

#include <cstddef>
#include <memory>
#include <mutex>
#include <vector>

#include "cpu/base/driver_calls.hpp"
#include "stream.hpp"

namespace duet::cpu {

/// One step of an executable.
struct GraphStep {
  std::shared_ptr<Operation> operation{};  ///< null if it only waits or records
  Event* recorded = nullptr;
  Event* awaited = nullptr;

  GraphNodeType type() const noexcept;
};

struct GraphNode {
  const Graph* graph;
  std::size_t index;
  GraphStep step{};
  std::shared_ptr<Graph> child{};    ///< a child graph, if it is one
  std::vector<std::size_t> after{};  ///< indices of the nodes that it follows

  std::size_t steps() const noexcept;
  GraphNodeType type() const noexcept;
};

/// A node comes after the nodes that it follows, so that their order is a valid order of execution.
struct Graph {
  Graph() = default;
  /// A copy with nodes of its own. @throws std::bad_alloc
  Graph(const Graph& other);
  /// Steps that follow one another. @throws std::bad_alloc
  explicit Graph(const std::vector<GraphStep>& steps);
  Graph& operator=(const Graph&) = delete;
  ~Graph() = default;

  std::vector<std::unique_ptr<GraphNode>> nodes{};

  std::vector<GraphStep> steps() const;
};

/// An executable graph. It runs its steps one after the other, since each kernel uses all cores.
/// Thread-safety: all members.
struct GraphExec {
  explicit GraphExec(const Graph& graph);

  /// @throws std::bad_alloc
  void launch(const std::shared_ptr<Stream>& stream);
  /// The present steps. Later replacements do not change them.
  std::shared_ptr<const std::vector<GraphStep>> steps();
  // Each replaces operations for later launches, by operations of the same types. They throw
  // std::bad_alloc.
  Status replace(const GraphNode& node, std::shared_ptr<Operation> operation);
  /// @param steps  for a node with a child graph: those of the child
  Status replace(const GraphNode& node, const std::vector<GraphStep>& steps);
  Status replace_all(const std::vector<GraphStep>& steps);

 private:
  Status replace(std::size_t first, std::size_t count, const std::vector<GraphStep>& steps);
  bool is_of_source(const GraphNode& node) const noexcept {
    return node.graph == source_ && node.index < first_step_.size();
  }

  const Graph* const source_;
  const std::vector<std::size_t> first_step_;  ///< of each node
  std::mutex mutex_{};
  std::shared_ptr<std::vector<GraphStep>> steps_;  ///< copied before a change if a launch uses it
  const std::size_t step_count_;
  bool launched_ = false;  ///< whether a launch may use these steps
};

}  // namespace duet::cpu
