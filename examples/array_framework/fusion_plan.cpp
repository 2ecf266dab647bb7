#include "fusion_plan.hpp"

#include <fmt/format.h>

#include <iterator>
#include <set>

namespace arrays {

namespace {

using Nodes = std::vector<std::shared_ptr<Node>>;

/// The operations of a kernel; more make it slow to compile.
constexpr int most_operations = 256;
/// A kernel reads at most so many arrays.
constexpr std::size_t most_inputs = 16;

class Planner {
 public:
  explicit Planner(bool fuses) : fuses_(fuses) {}

  Nodes plan(const Nodes& nodes) {
    for (const auto& node : nodes) {
      count_uses(*node);
      results_.insert(node.get());
    }
    for (const auto& node : nodes) visit(node);
    return std::move(planned_);
  }

 private:
  /// What a node adds to the kernel that reads it.
  struct Part {
    int operations = 0;
    std::set<const Node*> inputs{};
  };

  void count_uses(const Node& node) {
    if (++uses_[&node] > 1) return;
    for (const auto& input : node.inputs) count_uses(*input);
  }

  const Part& visit(const std::shared_ptr<Node>& node) {
    const auto known = parts_.find(node.get());
    if (known != parts_.end()) return known->second;
    Part part;
    if (node->memory != nullptr) {
      part.inputs.insert(node.get());
    } else if (!node->is_constant()) {
      part.operations = 1;
      for (const auto& input : node->inputs) add(part, input, node->kind == Kind::elementwise);
      const bool is_part = fuses_ && node->kind == Kind::elementwise && uses_[node.get()] == 1 &&
                           !results_.contains(node.get());
      if (!is_part) part = compute(node);
    }
    return parts_.emplace(node.get(), std::move(part)).first->second;
  }

  void add(Part& part, const std::shared_ptr<Node>& input, bool is_elementwise) {
    Part more = visit(input);
    std::set<const Node*> together = part.inputs;
    together.insert(more.inputs.begin(), more.inputs.end());
    const bool is_too_large =
        part.operations + more.operations > most_operations || together.size() > most_inputs;
    const bool needs_memory = !is_elementwise && input->memory == nullptr;
    if (needs_memory || (more.operations != 0 && is_too_large)) {
      if (!is_planned_.contains(input.get())) more = compute(input);
      together = part.inputs;
      together.insert(input.get());
    }
    part.operations += more.operations;
    part.inputs = std::move(together);
  }

  Part compute(const std::shared_ptr<Node>& node) {
    if (is_planned_.insert(node.get()).second) planned_.push_back(node);
    Part part{0, {node.get()}};
    parts_[node.get()] = part;
    return part;
  }

  bool fuses_;
  std::map<const Node*, int> uses_{};
  std::map<const Node*, Part> parts_{};
  std::set<const Node*> results_{};
  std::set<const Node*> is_planned_{};
  Nodes planned_{};
};

}  // namespace

Nodes plan_of(const Nodes& nodes, bool fuses) { return Planner(fuses).plan(nodes); }

Group::Group(const Node& result) {
  for (const auto& operand : result.inputs) visit(*operand);
  operations_.push_back(&result);
  numbers_.emplace(&result, numbers_.size());
  for (const Node* node : operations_) {
    if (node->is_constant()) {
      fmt::format_to(std::back_inserter(key_), "{}={:a};", numbers_.at(node), node->value);
      continue;
    }
    fmt::format_to(std::back_inserter(key_), "{}={}(", numbers_.at(node), node->operation);
    for (const auto& input : node->inputs) {
      fmt::format_to(std::back_inserter(key_), "{},", numbers_.at(input.get()));
    }
    key_ += ");";
  }
}

void Group::visit(const Node& node) {
  if (numbers_.contains(&node)) return;
  if (node.memory != nullptr) {
    inputs_.push_back(&node);
  } else {
    for (const auto& operand : node.inputs) visit(*operand);
    operations_.push_back(&node);
  }
  numbers_.emplace(&node, numbers_.size());
}

duet::Fusion Group::fusion() const {
  duet::Fusion fusion("fused");
  std::map<const Node*, duet::FusionValue> values;
  for (const Node* input : inputs_) values.emplace(input, fusion.input(duet::DataType::f32));
  for (const Node* node : operations_) {
    if (node->is_constant()) {
      values.emplace(node, fusion.constant(node->value));
      continue;
    }
    std::vector<duet::FusionValue> operands;
    for (const auto& input : node->inputs) operands.push_back(values.at(input.get()));
    values.emplace(node, fusion.apply(node->operation, operands));
  }
  fusion.output(values.at(operations_.back()));
  return fusion;
}

}  // namespace arrays
