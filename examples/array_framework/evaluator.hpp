#pragma once

#include <map>
#include <memory>
#include <string>

#include <duet/duet.hpp>

#include "node.hpp"

namespace arrays {

/// Records what computes nodes in an encoder, and decides which operations become one kernel.
/// Thread-safety: none.
class Evaluator {
 public:
  /// What a node adds to the kernel that reads it.
  struct Part {
    int operations = 0;
    int reads = 0;  ///< of arrays; one that is read twice counts twice
  };

  /// The evaluator of the first device.
  static Evaluator& instance();

  /// Computes a node, or leaves it to the kernel of the only node that needs it. What anything else
  /// refers to, such as the caller's array, gets memory, so that nothing is computed twice.
  Part visit(const std::shared_ptr<Node>& node);
  /// Whether elementwise operations are fused; on unless switched off.
  void set_fusing(bool fuses) { fuses_ = fuses; }
  duet::CommandEncoder& encoder() { return encoder_; }

 private:
  explicit Evaluator(const duet::Device& device) : stream_(device) {}

  Part compute(Node& node);
  void fuse(const Node& node, const Memory& result);

  duet::Stream stream_;
  duet::CommandEncoder encoder_{stream_};
  std::map<std::string, duet::FusedKernel> fused_{};  ///< by the keys of their groups
  bool fuses_ = true;
};

}  // namespace arrays
