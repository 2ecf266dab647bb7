#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include <duet/duet.hpp>

#include "node.hpp"

namespace arrays {

/// The elementwise operations that one kernel computes: a node and what leads to it from computed
/// arrays and constants. A view: the node must outlive it.
struct FusedGroup {
  explicit FusedGroup(const Node& node) : result(node) { visit(node); }

  /// Appends a node to the key: `Multiply(0,c1065353216,)` is input 0 times the constant 1.
  void visit(const Node& node) {
    if (node.is_computed()) {
      const auto place = std::ranges::find(inputs, &node);
      key += std::to_string(place - inputs.begin()) + ',';
      if (place == inputs.end()) inputs.push_back(&node);
    } else if (node.kind == Kind::constant) {
      key += 'c' + std::to_string(std::bit_cast<std::uint32_t>(node.value)) + ',';
    } else {
      key += node.operation + '(';
      for (const auto& input : node.inputs) visit(*input);
      key += ')';
    }
  }

  duet::Fusion fusion() const {
    duet::Fusion fusion("fused");
    std::map<const Node*, duet::FusionValue> values;
    for (const Node* input : inputs) values.emplace(input, fusion.input(duet::DataType::f32));
    const auto value_of = [&](const Node& node, const auto& self) -> duet::FusionValue {
      if (node.is_computed()) return values.at(&node);
      if (node.kind == Kind::constant) return fusion.constant(node.value);
      std::vector<duet::FusionValue> operands;
      for (const auto& input : node.inputs) operands.push_back(self(*input, self));
      return fusion.apply(node.operation, operands);
    };
    fusion.output(value_of(result, value_of));
    return fusion;
  }

  const Node& result;
  std::vector<const Node*> inputs{};  ///< the computed arrays that the kernel reads
  std::string key{};                  ///< equal for groups of equal operations
};

}  // namespace arrays
