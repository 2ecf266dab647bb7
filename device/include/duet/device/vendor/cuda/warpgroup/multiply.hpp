#pragma once

#include <duet/device/integers.hpp>

// The products of a warpgroup (4 waves) on operands in shared memory: wgmma, for sm_90a alone.

namespace duet::vendor {

/// Describes an operand in shared memory in rows of 128 bytes, swizzled by 128 bytes.
/// @param address  of its first element, in shared memory
/// @param leading  if its rows lie across the depth: bytes from 64 of them to the next 64
__device__ inline uint64_t operand_descriptor(unsigned address, unsigned leading) {
  constexpr uint64_t eight_rows = 1024, swizzle_128 = 1;
  return ((address & 0x3ffffu) >> 4) | (uint64_t(leading >> 4) << 16) | ((eight_rows >> 4) << 32) |
         (swizzle_128 << 62);
}

/// Orders the accumulators and what was written to shared memory before the following products.
__device__ inline void begin_products() { asm volatile("wgmma.fence.sync.aligned;" ::: "memory"); }
/// Ends a group of products.
__device__ inline void commit_products() {
  asm volatile("wgmma.commit_group.sync.aligned;" ::: "memory");
}
/// Waits for all groups but the latest ones.
template <int pending>
__device__ inline void wait_products() {
  asm volatile("wgmma.wait_group.sync.aligned %0;" ::"n"(pending) : "memory");
}
/// The accumulators are read or written by ordinary instructions from here on.
template <int count>
__device__ inline void settle(float (&values)[count]) {
#pragma unroll
  for (int i = 0; i < count; ++i) asm volatile("" : "+f"(values[i])::"memory");
}
template <int count>
__device__ inline void settle(int (&values)[count]) {
#pragma unroll
  for (int i = 0; i < count; ++i) asm volatile("" : "+r"(values[i])::"memory");
}

/// D += A * B for 64 rows and 32 bytes of depth, or D = A * B if `scale` is 0. A thread holds
/// columns / 2 accumulators: floats, or ints for integers.
/// A of 16 bits can be in registers instead: those of a wave's 16 rows and 16 columns of depth.
/// @tparam across_a  whether A's neighbours in memory are rows, not elements along the depth; only
///                   those of types of 16 bits can be
/// Types have headers of their own: warpgroup_halves.hpp and such.
template <typename T, int columns>
struct WarpgroupMultiply;

/// Whether the matrix unit keeps sums of products in fewer bits than a float has, so that sums over
/// a long depth are to be made of short ones.
template <typename T>
inline constexpr bool has_short_sums = false;

}  // namespace duet::vendor
