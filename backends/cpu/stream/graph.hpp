#pragma once

#include <cstddef>
#include <memory>
#include <mutex>
#include <vector>

#include "cpu/base/driver_calls.hpp"
#include "stream.hpp"

namespace duet::cpu {

/// What an executable does in one of its places.
struct GraphStep {
  std::shared_ptr<Operation> operation{};  ///< null where it only waits or records
  Event* recorded = nullptr;
  Event* awaited = nullptr;
};

struct GraphNode {
  const Graph* graph;
  std::size_t index;
  GraphStep step{};
  std::vector<GraphStep> child{};  ///< in whose place it stands
  std::vector<std::size_t> after{};

  std::size_t steps() const noexcept { return child.empty() ? 1 : child.size(); }
  GraphNodeType type() const noexcept;
};

/// Nodes are added after those that they follow, so that their order is one to run them in.
struct Graph {
  std::vector<std::unique_ptr<GraphNode>> nodes{};

  std::vector<GraphStep> steps() const;
};

/// Steps one after the other: each kernel takes all cores by itself.
/// Thread-safety: all members.
struct GraphExec {
  explicit GraphExec(const Graph& graph);

  /// @throws std::bad_alloc
  void launch(const std::shared_ptr<Stream>& stream);
  /// What a launch does now.
  std::shared_ptr<const std::vector<GraphStep>> steps();
  /// Later launches do this in the node's place. @throws std::bad_alloc
  Status replace(const GraphNode& node, std::shared_ptr<Operation> operation);

 private:
  const Graph* const source_;
  const std::vector<std::size_t> first_step_;  ///< of each node
  std::mutex mutex_{};
  std::shared_ptr<std::vector<GraphStep>> steps_;  ///< copied before a change once a launch has it
  bool launched_ = false;                          ///< these steps, not a copy of them
};

}  // namespace duet::cpu
