#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include <duet/event.hpp>
#include <duet/stream.hpp>

#include "../graph/owned_graph.hpp"
#include "batch.hpp"
#include "driver/driver.hpp"

namespace duet::detail {

/// An executable graph of a batch, which can be told the parameters of others of its structure.
/// The device must be current for all members and when it is destroyed.
/// Thread-safety: none.
class Executable {
 public:
  /// @param batch  becomes the executable's; as before if this throws
  /// @throws Error  what the driver reports
  Executable(const Device& device, Batch& batch);
  Executable(const Executable&) = delete;
  Executable& operator=(const Executable&) = delete;
  ~Executable();

  const Batch& batch() const noexcept { return batch_; }

  /// Whether another batch's parameters may be put in now: not all drivers leave alone what runs.
  bool may_be_updated() const;
  /// Makes later runs do what a batch of equal structure says, which becomes the executable's.
  /// @param batch  gets what the executable had before, which runs in flight may still use
  /// @returns the nodes that were changed; nothing if the driver refuses a change, after which the
  ///          executable is of no use
  std::optional<std::size_t> update(Batch& batch);

  void launch(StreamRef stream);

 private:
  bool set(std::uint32_t i, const Batch& batch);

  Device device_;
  Batch batch_;
  OwnedGraph graph_ =
      OwnedGraph::create();  ///< of whose nodes the executable is told which to change
  std::vector<vendor::GraphNodeHandle> nodes_{};
  vendor::GraphExecHandle handle_{};
  std::size_t updates_ = 0;
  Event finished_{};  ///< where the driver changes what runs
  FlatList<void*> addresses_{};
};

}  // namespace duet::detail
