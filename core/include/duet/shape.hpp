#pragma once

#include <cstddef>
#include <optional>

#include <duet/export.hpp>

DUET_API_BEGIN
namespace duet {

/// Extents in up to three dimensions; omitted dimensions are 1.
struct Dim3 {
  unsigned x = 1;  ///< Extent of the fastest dimension.
  unsigned y = 1;  ///< Extent of the second dimension.
  unsigned z = 1;  ///< Extent of the slowest dimension.

  /// The product of the extents.
  constexpr std::size_t volume() const noexcept { return std::size_t{x} * y * z; }
  friend constexpr bool operator==(const Dim3&, const Dim3&) = default;
};

/// How long lines of memory stay in the level-2 cache after an access.
enum class L2Access {
  normal,     ///< As without a window.
  streaming,  ///< They are the first to be replaced.
  persisting  ///< They are the last to be replaced, within `DeviceLimit::persisting_l2`.
};

/// Memory whose lines a launch keeps in the level-2 cache, for itself and later launches.
struct L2Window {
  const void* data = nullptr;           ///< The first byte; not null.
  std::size_t bytes = 0;                ///< At most `DeviceInfo::max_l2_window`; not 0.
  float hit_ratio = 1;                  ///< The part of the lines with `hit`, 0 to 1.
  L2Access hit = L2Access::persisting;  ///< Of that part.
  L2Access miss = L2Access::streaming;  ///< Of the other lines; not persisting.

  friend constexpr bool operator==(const L2Window&, const L2Window&) = default;
};

/// The shape of a launch.
struct LaunchShape {
  Dim3 grid{};                   ///< Extents of the grid, in blocks.
  Dim3 block{};                  ///< Extents of a block, in threads.
  std::size_t shared_bytes = 0;  ///< Dynamic shared memory of each block, in bytes.
  /// Whether all blocks run at once, so that they can wait for each other (GridBarrier). The number
  /// of blocks is limited by the device: see duet/occupancy.hpp.
  bool cooperative = false;
  /// Extents of a cluster, in blocks. The blocks of a cluster run at once and can read each other's
  /// shared memory. For devices with `DeviceInfo::cluster_launch`. The grid must be a multiple of
  /// it in each dimension. Unset: no clusters, or those of the kernel's `__cluster_dims__`.
  std::optional<Dim3> cluster{};
  /// Programmatic dependent launch: the kernel may begin while the one before it in the stream or
  /// graph still runs, when all blocks of that one have called `launch_dependents` or ended. Each
  /// of its threads calls `wait_for_dependencies` before it uses memory of earlier kernels
  /// (duet/device/dependent_launch.hpp). In a graph, only the kernel's sole predecessor counts.
  /// Ignored for cooperative grids and by devices without `DeviceInfo::programmatic_launch`.
  bool programmatic = false;
  /// Memory that should stay in the level-2 cache. It changes speed only. Set
  /// `DeviceLimit::persisting_l2` before. Ignored by devices without `DeviceInfo::max_l2_window`.
  std::optional<L2Window> l2_window{};

  /// Whether the launch is cooperative or has clusters.
  constexpr bool is_special() const noexcept { return cooperative | cluster.has_value(); }
};

/// The one-dimensional shape that gives each of `count` elements a thread.
/// @param count  number of elements; 0 gives one block
/// @param block  number of threads in a block, at least 1
/// @throws Error  invalid_argument if `block` is 0 or the grid would exceed 2^32-1 blocks
LaunchShape cover(std::size_t count, unsigned block = 256);

/// The shape that gives each element a thread in up to three dimensions: the grid is `extent /
/// block`, rounded up in each dimension.
/// @throws Error  invalid_argument if a dimension of `block` is 0
LaunchShape cover(Dim3 extent, Dim3 block);

}  // namespace duet
DUET_API_END
