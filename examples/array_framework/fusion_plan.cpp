#include "fusion_plan.hpp"

#include <algorithm>
#include <bit>
#include <map>
#include <utility>

namespace arrays {

namespace {

using Nodes = std::vector<std::shared_ptr<Node>>;

/// The operations of a kernel; more make it slow to compile.
constexpr int most_operations = 256;
/// A kernel reads at most so many arrays.
constexpr std::size_t most_reads = 16;

std::uint64_t next_number() {
  static std::uint64_t last = 0;
  return ++last;
}

class Planner {
 public:
  explicit Planner(bool fuses) : fuses_(fuses) {}

  Nodes plan(const Nodes& nodes) {
    for (const auto& node : nodes) {
      use(*node);
      node->plan.is_result = true;
    }
    for (const auto& node : nodes) visit(node);
    return std::move(planned_);
  }

 private:
  void use(Node& node) {
    if (node.plan.evaluation != evaluation_) node.plan = {.evaluation = evaluation_};
    if (++node.plan.uses > 1 || node.memory != nullptr) return;
    for (const auto& input : node.inputs) use(*input);
  }

  void visit(const std::shared_ptr<Node>& node) {
    Plan& plan = node->plan;
    if (std::exchange(plan.is_visited, true)) return;
    if (node->memory != nullptr) plan.reads = {node.get()};
    if (node->memory != nullptr || node->is_constant()) return;
    const bool is_elementwise = node->kind == Kind::elementwise;
    plan.operations = 1;
    for (const auto& input : node->inputs) {
      visit(input);
      if (!is_elementwise || !can_add(plan, input->plan)) compute(input);
      add(plan, input->plan);
    }
    if (!is_elementwise || !fuses_ || plan.uses > 1 || plan.is_result) compute(node);
  }

  static bool can_add(const Plan& plan, const Plan& input) {
    return input.operations == 0 || (plan.operations + input.operations <= most_operations &&
                                     plan.reads.size() + input.reads.size() <= most_reads);
  }

  static void add(Plan& plan, Plan& input) {
    plan.operations += input.operations;
    if (plan.reads.empty() && input.uses == 1) {
      plan.reads.swap(input.reads);
      return;
    }
    for (Node* const read : input.reads) {
      const auto place = std::ranges::lower_bound(plan.reads, read);
      if (place == plan.reads.end() || *place != read) plan.reads.insert(place, read);
    }
  }

  /// Gives a node memory of its own.
  void compute(const std::shared_ptr<Node>& node) {
    if (node->memory != nullptr || std::exchange(node->plan.is_planned, true)) return;
    planned_.push_back(node);
    node->plan.operations = 0;
    node->plan.reads = {node.get()};
  }

  bool fuses_;
  std::uint64_t evaluation_ = next_number();
  Nodes planned_{};
};

void append(std::string& text, std::size_t number, char end) {
  text += std::to_string(number);
  text += end;
}

}  // namespace

Nodes plan_of(const Nodes& nodes, bool fuses) { return Planner(fuses).plan(nodes); }

Group::Group(Node& result) : group_(next_number()) {
  for (const auto& operand : result.inputs) visit(*operand);
  add(result);
}

void Group::visit(Node& node) {
  if (node.plan.group == group_) return;
  if (node.memory != nullptr) {
    node.plan.group = group_;
    node.plan.number = count_++;
    inputs_.push_back(&node);
  } else {
    for (const auto& operand : node.inputs) visit(*operand);
    add(node);
  }
}

/// Adds an operation whose operands have been added.
void Group::add(Node& node) {
  node.plan.group = group_;
  node.plan.number = count_++;
  operations_.push_back(&node);
  append(key_, node.plan.number, '=');
  if (node.is_constant()) {
    append(key_, std::bit_cast<std::uint32_t>(node.value), ';');
    return;
  }
  key_ += node.operation;
  for (const auto& input : node.inputs) append(key_, input->plan.number, ',');
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
