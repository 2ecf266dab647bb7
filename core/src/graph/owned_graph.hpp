#pragma once

#include <utility>

#include "driver/driver.hpp"

namespace duet::detail {

/// Owns a driver's graph or nothing. Create and destroy it with the device current.
class OwnedGraph {
 public:
  OwnedGraph() noexcept = default;
  /// Takes over a graph.
  explicit OwnedGraph(vendor::GraphHandle handle) noexcept : handle_(handle) {}
  /// Creates a graph without nodes. @throws Error  reported by the driver
  static OwnedGraph create() {
    OwnedGraph made;
    DUET_DRIVER(graph_create, &made.handle_, 0);
    return made;
  }
  OwnedGraph(OwnedGraph&& other) noexcept : handle_(std::exchange(other.handle_, {})) {}
  OwnedGraph& operator=(OwnedGraph&& other) noexcept {
    std::swap(handle_, other.handle_);
    return *this;
  }
  ~OwnedGraph() {
    if (handle_ == nullptr) return;
    log_failed_call(driver_table().graph_destroy(handle_), "destroying a graph");
  }

  /// Gives up ownership.
  vendor::GraphHandle release() noexcept { return std::exchange(handle_, {}); }
  vendor::GraphHandle handle() const noexcept { return handle_; }

 private:
  vendor::GraphHandle handle_{};
};

}  // namespace duet::detail
