#pragma once

#include <duet/buffer.hpp>
#include <duet/copy.hpp>
#include <duet/export.hpp>
#include <duet/stream.hpp>

DUET_API_BEGIN
namespace duet {

/// Where the blocks of a cooperative launch meet: what a kernel gets as `duet::GridBarrier*` for
/// `duet::grid_barrier` (duet/device/grid.hpp). All bytes are 0 before the first launch that uses
/// it, and again before the next after one that failed; in between it may be used by any number of
/// launches of any shape, one at a time.
struct GridBarrier {
  unsigned arrived = 0;  ///< Blocks that wait, in the present turn.
  unsigned turn = 0;     ///< How often all blocks have met.
};

/// A grid barrier in device memory, ready for launches in the order of `stream`.
/// @throws Error (out_of_memory)
inline Buffer<GridBarrier> make_grid_barrier(StreamRef stream) {
  Buffer<GridBarrier> barrier(stream.device(), 1);
  fill(stream, barrier, GridBarrier{});
  return barrier;
}

}  // namespace duet
DUET_API_END
