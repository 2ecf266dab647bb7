#pragma once

#include <map>
#include <string>
#include <tuple>
#include <vector>

#include <duet/data_type.hpp>

namespace duet::detail {

/// A value of a fusion.
struct FusionNode {
  enum class Kind { input, constant, operation, cast };

  Kind kind;
  DataType type;
  std::string text{};           ///< the operation's name or the constant's C++ expression
  std::vector<int> operands{};  ///< indices of earlier nodes
};

/// The data flow of a fusion. Nodes come after their operands.
class FusionGraph {
 public:
  explicit FusionGraph(std::string name) : name_(std::move(name)) {}

  const std::string& name() const noexcept { return name_; }
  const std::vector<FusionNode>& nodes() const noexcept { return nodes_; }
  /// Indices of the input and output nodes, in the order of the arguments.
  const std::vector<int>& inputs() const noexcept { return inputs_; }
  const std::vector<int>& outputs() const noexcept { return outputs_; }
  DataType input_type(std::size_t i) const { return type_of(inputs_[i]); }
  DataType output_type(std::size_t i) const { return type_of(outputs_[i]); }
  DataType type_of(int node) const { return nodes_[static_cast<std::size_t>(node)].type; }

  int add_input(DataType type);
  /// Adds a node unless an equal one exists. @returns the index of the node
  int add(FusionNode node);
  void add_output(int node) { outputs_.push_back(node); }

  /// For each node, whether an output depends on it.
  std::vector<bool> needed() const;

 private:
  using Key = std::tuple<FusionNode::Kind, DataType, std::string, std::vector<int>>;

  std::string name_;
  std::vector<FusionNode> nodes_{};
  std::map<Key, int> known_{};
  std::vector<int> inputs_{};
  std::vector<int> outputs_{};
};

}  // namespace duet::detail
