#pragma once

#include <duet/buffer.hpp>
#include <duet/copy.hpp>
#include <duet/export.hpp>
#include <duet/stream.hpp>

DUET_API_BEGIN
namespace duet {

/// A barrier for all blocks of a cooperative launch, in global memory. A kernel takes it as
/// `duet::GridBarrier*` and passes it to `duet::grid_barrier` (duet/device/grid.hpp).
///
/// All bytes must be 0 before the first launch, and must be set to 0 again after a launch that
/// failed. Any number of launches of any shape may use it, one at a time.
struct GridBarrier {
  unsigned arrived = 0;  ///< Blocks that wait; the highest bit flips when all have met.
  unsigned unused = 0;   ///< Keeps the size.
};

/// Allocates a grid barrier in device memory and sets it to 0 in the order of a stream.
/// @param stream  launches that use the barrier must come after this call in its order
/// @returns the barrier, owned by the caller
/// @throws Error  out_of_memory
inline Buffer<GridBarrier> make_grid_barrier(StreamRef stream) {
  Buffer<GridBarrier> barrier(stream.device(), 1);
  fill(stream, barrier, GridBarrier{});
  return barrier;
}

}  // namespace duet
DUET_API_END
