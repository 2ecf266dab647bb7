#include "cluster.hpp"

#include <duet/occupancy.hpp>

#include <fmt/format.h>

#include "base/extent_text.hpp"

namespace duet {

namespace {

using detail::KernelState;

[[noreturn]] void refuse(const KernelState& kernel, ErrorCode code, const std::string& why) {
  throw Error(code, fmt::format("clusters of {}: {}", kernel.name, why));
}

void check_device(const KernelState& kernel) {
  const DeviceInfo& device = kernel.device.info();
  if (device.cluster_launch) return;
  refuse(kernel, ErrorCode::not_supported,
         fmt::format("{} ({}) cannot run them; NVIDIA GPUs from sm_90 on can", device.name,
                     device.architecture));
}

void check_block(const KernelState& kernel, std::size_t threads, std::size_t dynamic_shared) {
  if (threads == 0 || threads > kernel.properties().max_threads) {
    refuse(kernel, ErrorCode::invalid_argument,
           fmt::format("blocks have 1 to {} threads, not {}", kernel.properties().max_threads,
                       threads));
  }
  if (const std::string fault = shared_memory_fault(kernel, dynamic_shared); !fault.empty()) {
    refuse(kernel, ErrorCode::invalid_argument, fault);
  }
}

/// Returns the largest cluster; queries the driver once per block size. The device must be current.
int cached_largest_cluster(const KernelState& kernel, const Dim3& block,
                           std::size_t dynamic_shared) {
  const std::lock_guard lock(kernel.occupancy.mutex);
  const std::pair key{block.volume(), dynamic_shared};
  const auto known = kernel.occupancy.largest_clusters.find(key);
  if (known != kernel.occupancy.largest_clusters.end()) return known->second;
  allow_shared(kernel, dynamic_shared);
  constexpr unsigned grid = 64;  // large enough not to limit the result
  const int blocks = vendor::largest_cluster(
      kernel.function, {.grid = {grid}, .block = block, .shared_bytes = dynamic_shared});
  return kernel.occupancy.largest_clusters[key] = blocks;
}

bool divides(const Dim3& cluster, const Dim3& grid) {
  return grid.x % cluster.x == 0 && grid.y % cluster.y == 0 && grid.z % cluster.z == 0;
}

}  // namespace

void detail::check_cluster(const KernelState& kernel, const LaunchShape& shape) {
  check_device(kernel);
  const Dim3& cluster = *shape.cluster;
  if (cluster.volume() == 0) {
    refuse(
        kernel, ErrorCode::invalid_argument,
        fmt::format("the cluster is {} blocks; each dimension must be at least 1", text(cluster)));
  }
  if (!divides(cluster, shape.grid)) {
    refuse(kernel, ErrorCode::invalid_argument,
           fmt::format("the grid of {} blocks cannot be divided into clusters of {}: make each "
                       "dimension a multiple of the cluster's",
                       text(shape.grid), text(cluster)));
  }
  const auto limit =
      static_cast<std::size_t>(cached_largest_cluster(kernel, shape.block, shape.shared_bytes));
  if (cluster.volume() > limit) {
    refuse(kernel, ErrorCode::invalid_argument,
           fmt::format("a cluster of {} has {} blocks, but at most {} of {} threads and {} bytes "
                       "of dynamic shared memory can be in one",
                       text(cluster), cluster.volume(), limit, shape.block.volume(),
                       shape.shared_bytes));
  }
}

int largest_cluster(const Kernel& kernel, Dim3 block, std::size_t dynamic_shared) {
  const KernelState& state = kernel.state();
  check_device(state);
  check_block(state, block.volume(), dynamic_shared);
  make_current(state.device);
  return cached_largest_cluster(state, block, dynamic_shared);
}

int active_clusters(const Kernel& kernel, const LaunchShape& shape) {
  const KernelState& state = kernel.state();
  check_device(state);
  check_block(state, shape.block.volume(), shape.shared_bytes);
  if (!shape.cluster) {
    refuse(state, ErrorCode::invalid_argument, "the shape has none; set LaunchShape::cluster");
  }
  make_current(state.device);
  detail::check_cluster(state, shape);
  return vendor::active_clusters(state.function, shape);
}

}  // namespace duet
