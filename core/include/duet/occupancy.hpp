#pragma once

#include <cstddef>

#include <duet/export.hpp>
#include <duet/kernel.hpp>
#include <duet/shape.hpp>

// How many blocks of a kernel a device holds at once, which is what cooperative launches and
// grid-stride loops are shaped by. On the CPU backend these are the limits of cooperative grids:
// each block takes a thread of the system.
// Thread-safety: all functions; the driver is asked once for each kernel and shape.

DUET_API_BEGIN
namespace duet {

/// Blocks that one multiprocessor (see DeviceInfo::multiprocessors) holds at once; 0 if not even
/// one fits.
/// @param threads         in a block
/// @param dynamic_shared  bytes of dynamic shared memory a block
/// @throws Error  invalid_handle for an empty kernel; invalid_argument for no threads or more than
///                the kernel takes, and for more shared memory than a block can have
int active_blocks(const Kernel& kernel, std::size_t threads, std::size_t dynamic_shared = 0);

/// What `best_block` finds.
struct BestBlock {
  unsigned threads = 0;  ///< In a block.
  unsigned blocks = 0;   ///< The smallest grid of such blocks that can fill the device.
};

/// The block size with which most threads are alive on each multiprocessor.
/// @param dynamic_shared  bytes of dynamic shared memory a block
/// @param most_threads    the largest block that is wanted; 0: as large as the kernel takes
/// @throws Error  as `active_blocks`
BestBlock best_block(const Kernel& kernel, std::size_t dynamic_shared = 0,
                     std::size_t most_threads = 0);

/// The largest grid of such blocks whose blocks are all alive at once: `grid.x` is `active_blocks`
/// times the multiprocessors, on a device that does nothing else. Set `cooperative` to launch so.
/// @param dynamic_shared  bytes of dynamic shared memory a block
/// @throws Error  as `active_blocks`; invalid_argument if no block fits
LaunchShape full_device(const Kernel& kernel, Dim3 block, std::size_t dynamic_shared = 0);

/// Blocks of the largest cluster (`LaunchShape::cluster`) of such blocks that can be launched. Up
/// to 8 every device that has clusters takes if the blocks fit; more only some do.
/// @param dynamic_shared  bytes of dynamic shared memory a block
/// @throws Error  as `active_blocks`; not_supported where `DeviceInfo::cluster_launch` is false
int largest_cluster(const Kernel& kernel, Dim3 block, std::size_t dynamic_shared = 0);

/// Clusters of the shape that the device holds at once when it does nothing else.
/// @throws Error  as `largest_cluster`; invalid_argument if the shape has no cluster, or one that
///                `launch` would refuse
int active_clusters(const Kernel& kernel, const LaunchShape& shape);

}  // namespace duet
DUET_API_END
