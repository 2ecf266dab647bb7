#pragma once

#include <cstdint>
#include <vector>

#include "batch.hpp"
#include "driver/driver.hpp"
#include "graph/owned_graph.hpp"

namespace duet::detail {

/// The driver's graph of a batch. If the batch has a base, this is the base's graph, to which the
/// other operations have been added. The device must be current. Thread-safety: none.
class BatchGraph {
 public:
  /// Makes the graph in the first call. If that throws, a base must not be used any more.
  /// @throws Error  reported by the driver
  void describe(const Batch& batch);
  /// Null before `describe`. Valid as long as the object and the batch's captured graphs.
  vendor::GraphHandle handle() const noexcept { return handle_; }

  /// Updates the parameters of an operation in an executable of this graph.
  /// @param batch  without a base, of the structure of the one that was described
  vendor::Status set(vendor::GraphExecHandle executable, std::uint32_t i, const Batch& batch) const;

 private:
  OwnedGraph graph_{};  ///< none if there is a base
  vendor::GraphHandle handle_{};
  std::vector<vendor::GraphNodeHandle> nodes_{};  ///< by operation
};

}  // namespace duet::detail
