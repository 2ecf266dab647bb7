#pragma once

#include <duet/spelling/lanes.hpp>

namespace duet::ptx {

// Special registers.
__device__ inline unsigned special_laneid() { return spelling::lane_id(); }
__device__ inline unsigned special_warpid() {
  return (threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z)) / 32u;
}
__device__ inline unsigned special_nwarpid() { return 64; }
__device__ inline unsigned special_WARP_SZ() { return 32; }
// As if all blocks ran on one multiprocessor, one after another.
__device__ inline unsigned special_smid() { return 0; }
__device__ inline unsigned special_nsmid() { return 1; }
__device__ inline unsigned special_gridid() { return 0; }
__device__ inline unsigned special_tid_x() { return threadIdx.x; }
__device__ inline unsigned special_tid_y() { return threadIdx.y; }
__device__ inline unsigned special_tid_z() { return threadIdx.z; }
__device__ inline unsigned special_ntid_x() { return blockDim.x; }
__device__ inline unsigned special_ntid_y() { return blockDim.y; }
__device__ inline unsigned special_ntid_z() { return blockDim.z; }
__device__ inline unsigned special_ctaid_x() { return blockIdx.x; }
__device__ inline unsigned special_ctaid_y() { return blockIdx.y; }
__device__ inline unsigned special_ctaid_z() { return blockIdx.z; }
__device__ inline unsigned special_nctaid_x() { return gridDim.x; }
__device__ inline unsigned special_nctaid_y() { return gridDim.y; }
__device__ inline unsigned special_nctaid_z() { return gridDim.z; }
__device__ inline unsigned special_lanemask_eq() { return __lanemask_eq(); }
__device__ inline unsigned special_lanemask_lt() { return __lanemask_lt(); }
__device__ inline unsigned special_lanemask_le() { return __lanemask_le(); }
__device__ inline unsigned special_lanemask_gt() { return __lanemask_gt(); }
__device__ inline unsigned special_lanemask_ge() { return __lanemask_ge(); }
__device__ inline unsigned special_clock() { return unsigned(clock64()); }
__device__ inline unsigned special_clock_hi() {
  return unsigned(static_cast<unsigned long long>(clock64()) >> 32);
}
__device__ inline unsigned long long special_clock64() {
  return static_cast<unsigned long long>(clock64());
}
__device__ inline unsigned long long special_globaltimer() {
  return static_cast<unsigned long long>(wall_clock64());
}

/// The lane that shfl reads (PTX ISA): `limit` has the segment's mask in bits 8 to 12 and a bound.
/// @param inside  whether the lane is in bounds; else the own value is the result
__device__ inline unsigned shuffle(unsigned mask, unsigned value, unsigned source, bool is_inside,
                                   bool& inside) {
  inside = is_inside;
  return __shfl_sync(mask, value, int(is_inside ? source : spelling::lane_id()));
}
__device__ inline unsigned shuffle_up(unsigned mask, unsigned value, unsigned delta, unsigned limit,
                                      bool& inside) {
  const unsigned lane = spelling::lane_id(), segment = (limit >> 8) & 31u, clamp = limit & 31u;
  const int least = int((lane & segment) | (clamp & ~segment)),
            source = int(lane) - int(delta & 31u);
  return shuffle(mask, value, unsigned(source), source >= least, inside);
}
__device__ inline unsigned shuffle_down(unsigned mask, unsigned value, unsigned delta,
                                        unsigned limit, bool& inside) {
  const unsigned lane = spelling::lane_id(), segment = (limit >> 8) & 31u, clamp = limit & 31u;
  const unsigned most = (lane & segment) | (clamp & ~segment), source = lane + (delta & 31u);
  return shuffle(mask, value, source, source <= most, inside);
}
__device__ inline unsigned shuffle_bfly(unsigned mask, unsigned value, unsigned bits,
                                        unsigned limit, bool& inside) {
  const unsigned lane = spelling::lane_id(), segment = (limit >> 8) & 31u, clamp = limit & 31u;
  const unsigned most = (lane & segment) | (clamp & ~segment), source = lane ^ (bits & 31u);
  return shuffle(mask, value, source, source <= most, inside);
}
__device__ inline unsigned shuffle_idx(unsigned mask, unsigned value, unsigned index,
                                       unsigned limit, bool& inside) {
  const unsigned lane = spelling::lane_id(), segment = (limit >> 8) & 31u, clamp = limit & 31u;
  const unsigned least = lane & segment, most = least | (clamp & ~segment);
  const unsigned source = least | (index & ~segment & 31u);
  return shuffle(mask, value, source, source <= most, inside);
}

}  // namespace duet::ptx
