#pragma once

#include <memory>
#include <string>
#include <vector>

#include <duet/duet.hpp>

#include "node.hpp"

namespace arrays {

/// The nodes that get memory of their own when `nodes` are computed, in an order in which each
/// follows its inputs. The others become parts of fused kernels.
/// @param fuses  if not, every operation is a kernel
std::vector<std::shared_ptr<Node>> plan_of(const std::vector<std::shared_ptr<Node>>& nodes,
                                           bool fuses);

/// The elementwise operations that one kernel computes: a planned node and what leads to it from
/// computed arrays. A view: the nodes must outlive it.
class Group {
 public:
  explicit Group(Node& result);

  /// The computed arrays that the kernel reads.
  const std::vector<const Node*>& inputs() const { return inputs_; }
  /// Equal for groups of equal operations.
  const std::string& key() const { return key_; }
  duet::Fusion fusion() const;

 private:
  void visit(Node& node);
  void add(Node& node);

  std::uint64_t group_;
  std::size_t count_ = 0;                  ///< of numbered nodes
  std::vector<const Node*> operations_{};  ///< each after its operands; the last is the result
  std::vector<const Node*> inputs_{};
  std::string key_{};
};

}  // namespace arrays
