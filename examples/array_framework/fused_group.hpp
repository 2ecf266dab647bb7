#pragma once

#include <string>
#include <vector>

#include <duet/duet.hpp>

#include "node.hpp"

namespace arrays {

/// The elementwise operations that one kernel computes: a node and what leads to it from computed
/// arrays and constants. A view: the node must outlive it.
struct FusedGroup {
  explicit FusedGroup(const Node& node) : result(node) { visit(node); }
  void visit(const Node& node);
  duet::Fusion fusion() const;

  const Node& result;
  std::vector<const Node*> inputs{};  ///< the computed arrays that the kernel reads
  std::string key{};                  ///< equal for groups of equal operations
};

}  // namespace arrays
