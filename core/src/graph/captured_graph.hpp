#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include <duet/device.hpp>

#include "base/retried_once.hpp"
#include "driver/driver.hpp"
#include "driver/open_capture.hpp"
#include "owned_graph.hpp"

namespace duet::detail {

/// A graph captured from a stream: owns a driver's graph whose nodes only the driver knows.
/// Thread-safety: const members can be called from any thread.
class CapturedGraph {
 public:
  struct Node {
    std::string text;
    std::vector<std::uint32_t> after;
  };

  /// @param functions  host functions that the graph's nodes call
  /// @param memory     memory that the nodes use
  /// @throws Error  reported by the driver
  CapturedGraph(const Device& device, OwnedGraph graph, HostFunctions functions = {},
                CapturedMemories memory = {});
  CapturedGraph(const CapturedGraph&) = delete;
  CapturedGraph& operator=(const CapturedGraph&) = delete;
  ~CapturedGraph();

  const Device& device() const noexcept { return device_; }
  vendor::GraphHandle handle() const noexcept { return handle_; }
  bool is_empty() const noexcept { return nodes_.empty(); }
  bool calls_host_functions() const noexcept { return !functions_.empty(); }
  /// Never reused in a process.
  std::uint64_t id() const noexcept { return id_; }
  /// Queries the driver. @throws Error  reported by the driver
  std::vector<Node> nodes() const;

  /// What graphs have in common if an executable of one can be updated to another: types, edges and
  /// kernels of the nodes, in the order in which they were captured.
  struct Structure {
    std::vector<std::uint32_t> words{};
    bool is_alone = false;  ///< whether the graph cannot be a child of another one
    bool recurs = true;     ///< false if no other graph can have this structure

    friend bool operator==(const Structure&, const Structure&) = default;
  };
  /// Queries the driver in the first call. @throws Error  reported by the driver
  const Structure& structure() const;
  /// The nodes that follow no other, and those that none follows. `structure` must have been
  /// called.
  const std::vector<vendor::GraphNodeHandle>& first_nodes() const noexcept { return first_nodes_; }
  const std::vector<vendor::GraphNodeHandle>& last_nodes() const noexcept { return last_nodes_; }

 private:
  void read_structure() const;

  Device device_;
  std::vector<vendor::GraphNodeHandle> nodes_;
  std::uint64_t id_;
  HostFunctions functions_;
  CapturedMemories memory_;
  vendor::GraphHandle handle_;  ///< owned; last, since the members before may throw
  mutable RetriedOnce has_structure_{};
  mutable Structure structure_{};
  mutable std::vector<vendor::GraphNodeHandle> first_nodes_{}, last_nodes_{};
};

}  // namespace duet::detail
