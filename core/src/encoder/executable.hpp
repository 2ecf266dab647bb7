#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include <duet/event.hpp>
#include <duet/stream.hpp>

#include "driver/driver.hpp"
#include "encoder/batch/batch_graph.hpp"

namespace duet::detail {

/// An executable graph made of a batch. Its parameters can be updated to those of batches of equal
/// structure. The device must be current for all members and the destructor. Thread-safety: none.
class Executable {
 public:
  /// @param batch  moved from; unchanged if this throws
  /// @param graph  described here if it is not yet; moved from if nothing is thrown
  /// @throws Error  reported by the driver
  Executable(const Device& device, Batch& batch, BatchGraph& graph);
  Executable(const Executable&) = delete;
  Executable& operator=(const Executable&) = delete;
  ~Executable();

  const Batch& batch() const noexcept { return batch_; }

  /// Whether parameters can be updated now. Some drivers cannot while the executable runs.
  bool may_be_updated() const;
  /// Updates the parameters for later launches.
  /// @param batch  of equal structure; out: the previous batch, which runs in flight may still use
  /// @param graph  of the batch; used only if that has a base
  /// @returns the number of nodes changed; nothing if a change fails, after which the executable
  ///          must not be used
  std::optional<std::size_t> update(Batch& batch, const BatchGraph& graph) noexcept;

  void launch(StreamRef stream);

 private:
  Device device_;
  Batch batch_;
  BatchGraph graph_{};  ///< its node handles identify the executable's nodes
  /// Those of the first batch. A captured graph may own objects of the library that it calls.
  std::vector<std::shared_ptr<const CapturedGraph>> origins_;
  vendor::GraphExecHandle handle_{};
  std::size_t updates_ = 0;
  Event finished_{};  ///< recorded only if the driver cannot update running graphs
};

}  // namespace duet::detail
