#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include <duet/event.hpp>
#include <duet/stream.hpp>

#include "driver/device_state.hpp"
#include "owned_graph.hpp"

namespace duet::detail {

/// Executable graphs of one kernel node, one for each stream, since runs of one executable do not
/// overlap. Thread-safety: none.
class PreparedGraphs {
 public:
  PreparedGraphs() = default;
  PreparedGraphs(const PreparedGraphs&) = delete;
  PreparedGraphs& operator=(const PreparedGraphs&) = delete;

  /// Runs the node in a stream. Only where `vendor::graphs_find_their_device` need its device not
  /// be current.
  /// @param node     its parameters
  /// @param version  differs from those of earlier calls if the parameters differ
  /// @returns whether it did; false if the stream has no executable yet, or none that can be
  /// changed
  ///          now: the caller then launches the kernel itself
  /// @throws Error  if the driver refuses the launch
  bool launch(StreamRef stream, const vendor::KernelNode& node, std::uint64_t version);

  /// Destroys all executables. Runs that were launched go on.
  void clear(const DeviceState& device) noexcept;

 private:
  static constexpr std::size_t most_streams = 8;
  static constexpr int most_refusals = 3;

  struct Slot {
    void* stream = nullptr;
    OwnedGraph graph{};
    vendor::GraphNodeHandle node{};  ///< of the graph; identifies the executable's node
    vendor::GraphExecHandle exec{};  ///< null until the stream's second launch
    std::uint64_t version = 0;
    std::size_t updates = 0;
    Event finished{};  ///< recorded only if the driver cannot update running graphs
  };

  Slot* find(void* stream) noexcept;
  void add(void* stream);
  bool instantiate(Slot& slot, const Device& device, const vendor::KernelNode& node);
  bool update(Slot& slot, const vendor::KernelNode& node);
  static void destroy(vendor::GraphExecHandle exec) noexcept;
  static void empty(Slot& slot) noexcept;

  /// How often in a row the driver has refused to make or to change an executable. A single refusal
  /// may be an error that passes.
  int refusals_ = 0;
  std::vector<Slot> slots_{};
  std::size_t last_ = 0;  ///< the slot used last
  std::size_t next_ = 0;  ///< the slot to be replaced next
};

}  // namespace duet::detail
