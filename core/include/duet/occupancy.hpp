#pragma once

#include <cstddef>

#include <duet/export.hpp>
#include <duet/kernel.hpp>
#include <duet/shape.hpp>

// How many blocks of a kernel a device runs at once, which cooperative launches and grid-stride
// loops depend on. On the CPU backend these are the limits of cooperative grids: each block takes a
// thread of the system.

DUET_API_BEGIN
namespace duet {

/// Number of blocks that a multiprocessor (see DeviceInfo::multiprocessors) runs at once; 0 if not
/// even one fits. Thread-safety: any thread; the driver is queried once for each kernel and shape.
/// @param kernel          the kernel
/// @param threads         number of threads in a block
/// @param dynamic_shared  dynamic shared memory of a block, in bytes
/// @throws Error  invalid_handle for an empty kernel; invalid_argument for 0 threads or more than
/// the
///                kernel allows, and for more shared memory than a block can have
int active_blocks(const Kernel& kernel, std::size_t threads, std::size_t dynamic_shared = 0);

/// What `best_block` finds.
struct BestBlock {
  unsigned threads = 0;  ///< Number of threads in a block.
  unsigned blocks = 0;   ///< Number of such blocks that fills the device.
};

/// The block size that gives the most resident threads on each multiprocessor. Thread-safety: any
/// thread.
/// @param kernel          the kernel
/// @param dynamic_shared  dynamic shared memory of a block, in bytes
/// @param most_threads    the largest block size to consider; 0: as large as the kernel allows
/// @throws Error  as `active_blocks`
BestBlock best_block(const Kernel& kernel, std::size_t dynamic_shared = 0,
                     std::size_t most_threads = 0);

/// The largest grid whose blocks all run at once: `grid.x` is `active_blocks` times the number of
/// multiprocessors, on an otherwise idle device. Set `cooperative` in the result for a cooperative
/// launch. Thread-safety: any thread.
/// @param kernel          the kernel
/// @param block           the extents of a block, in threads
/// @param dynamic_shared  dynamic shared memory of a block, in bytes
/// @throws Error  as `active_blocks`; invalid_argument if no block fits
LaunchShape full_device(const Kernel& kernel, Dim3 block, std::size_t dynamic_shared = 0);

/// Number of blocks in the largest cluster (`LaunchShape::cluster`) that can be launched. Every
/// device with clusters supports 8 if the blocks fit; some support more. Thread-safety: any thread.
/// @param kernel          the kernel
/// @param block           the extents of a block, in threads
/// @param dynamic_shared  dynamic shared memory of a block, in bytes
/// @throws Error  as `active_blocks`; not_supported if `DeviceInfo::cluster_launch` is false
int largest_cluster(const Kernel& kernel, Dim3 block, std::size_t dynamic_shared = 0);

/// Number of clusters that an otherwise idle device runs at once. Thread-safety: any thread.
/// @param kernel  the kernel
/// @param shape   a launch with clusters
/// @throws Error  as `largest_cluster`; invalid_argument if the shape has no cluster, or one that
///                `launch` would reject
int active_clusters(const Kernel& kernel, const LaunchShape& shape);

}  // namespace duet
DUET_API_END
