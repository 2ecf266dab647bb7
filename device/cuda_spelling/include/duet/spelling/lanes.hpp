#pragma once

// The place of a warp of 32 lanes in its wave. A wave of 64 lanes holds two warps.

#include <duet/device/vendor/select.hpp>

namespace duet::spelling {

constexpr int warp_size = 32;

__device__ inline unsigned lane_id() { return vendor::lane() & 31u; }
/// The position of the warp's first lane in its wave.
__device__ inline unsigned warp_begin() {
  return vendor::wave_size == warp_size ? 0u : vendor::lane() & 32u;
}
/// A mask of the warp as a mask of the wave.
__device__ inline vendor::lane_mask wave_mask(unsigned mask) {
  return vendor::lane_mask(mask) << warp_begin();
}
/// The warp's part of a mask of the wave.
__device__ inline unsigned warp_mask(vendor::lane_mask mask) {
  return unsigned(mask >> warp_begin());
}
__device__ inline unsigned active_mask(vendor::Place place = vendor::here()) {
  return warp_mask(vendor::active_mask(place));
}

}  // namespace duet::spelling
