#pragma once

#include <vector>

#include "step_test.hpp"

namespace duet::test {

/// Runs tests with and without graphs; the results must be the same.
class EncoderTest : public StepTest, public testing::WithParamInterface<bool> {
 protected:
  // Many tests read the order of operations that they never commit, which is a warning.
  EncoderTest() { set_log_level(LogLevel::error); }
  ~EncoderTest() override { set_log_level(LogLevel::warning); }

  static bool uses_graphs() { return GetParam(); }
  static EncoderOptions options() {
    return {.graphs = uses_graphs(), .max_operations = 1000, .max_bytes = std::size_t{1} << 30};
  }

  /// The operations that each pending operation follows directly.
  static std::vector<std::vector<unsigned>> edges(const CommandEncoder& encoder) {
    std::vector<std::vector<unsigned>> all;
    for (const GraphNodeInfo& node : encoder.pending_nodes()) {
      all.emplace_back();
      for (const GraphNode before : node.after) all.back().push_back(before.index);
    }
    return all;
  }
};

}  // namespace duet::test
