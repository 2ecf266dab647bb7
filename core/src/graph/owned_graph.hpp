#pragma once

#include <utility>

#include "../driver.hpp"

namespace duet::detail {

/// Owns a driver's graph. The device must be current where it is made and destroyed.
class OwnedGraph {
 public:
  /// An empty one. @throws Error  what the driver reports
  OwnedGraph() { DUET_DRIVER(graph_create, &handle_, 0); }
  OwnedGraph(OwnedGraph&& other) noexcept : handle_(std::exchange(other.handle_, {})) {}
  OwnedGraph& operator=(OwnedGraph&& other) noexcept {
    std::swap(handle_, other.handle_);
    return *this;
  }
  ~OwnedGraph() {
    if (handle_ != nullptr) (void)driver_table().graph_destroy(handle_);
  }

  vendor::GraphHandle handle() const noexcept { return handle_; }

 private:
  vendor::GraphHandle handle_{};
};

}  // namespace duet::detail
