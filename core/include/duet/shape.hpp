#pragma once

#include <cstddef>
#include <optional>

#include <duet/export.hpp>

DUET_API_BEGIN
namespace duet {

/// Extents in up to three dimensions; an omitted dimension is 1.
struct Dim3 {
  unsigned x = 1;
  unsigned y = 1;
  unsigned z = 1;

  constexpr std::size_t volume() const noexcept { return std::size_t{x} * y * z; }
  friend constexpr bool operator==(const Dim3&, const Dim3&) = default;
};

/// The shape of a launch.
struct LaunchShape {
  Dim3 grid{};                   ///< Blocks in the grid.
  Dim3 block{};                  ///< Threads in a block.
  std::size_t shared_bytes = 0;  ///< Dynamic shared memory of each block, in bytes.
  bool cooperative = false;      ///< All blocks are alive at once, so that they may wait for each
                                 ///< other (`GridBarrier`). There may be as many as fit the device:
                                 ///< see duet/occupancy.hpp.
  std::optional<Dim3> cluster{};  ///< Blocks of a cluster, which are alive at once and can read
                                  ///< each other's shared memory; for devices whose `DeviceInfo`
                                  ///< has `cluster_launch`. The grid is a multiple of it in each
                                  ///< dimension. Unset: none, or as the kernel's __cluster_dims__
                                  ///< say.

  /// Whether it is more than a plain grid.
  constexpr bool is_special() const noexcept { return cooperative | cluster.has_value(); }
};

/// The one-dimensional launch whose threads cover `count` elements, one element a thread.
/// @param count  elements; 0 gives one block, whose threads find nothing to do
/// @param block  threads in a block, at least 1
/// @throws Error (invalid_argument) if `block` is 0 or the grid would exceed 2^32-1 blocks
LaunchShape cover(std::size_t count, unsigned block = 256);

/// The same in up to three dimensions: the grid is `extent / block`, rounded up in each dimension.
/// @throws Error (invalid_argument) if a dimension of `block` is 0
LaunchShape cover(Dim3 extent, Dim3 block);

}  // namespace duet
DUET_API_END
