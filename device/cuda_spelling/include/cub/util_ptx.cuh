#pragma once

#include <duet/spelling/cub/logical_warp.hpp>

#define CUB_LOG_WARP_THREADS(architecture) 5
#define CUB_WARP_THREADS(architecture) 32
#define CUB_PTX_LOG_WARP_THREADS 5
#define CUB_PTX_WARP_THREADS 32

namespace cub {

/// The lanes of a logical warp in the mask of its warp of 32.
template <int LOGICAL_WARP_THREADS>
__host__ __device__ __forceinline__ unsigned WarpMask(unsigned warp) {
  constexpr bool is_power = (LOGICAL_WARP_THREADS & (LOGICAL_WARP_THREADS - 1)) == 0;
  constexpr unsigned lanes = ~0u >> (32 - LOGICAL_WARP_THREADS);
  return is_power ? lanes << warp * LOGICAL_WARP_THREADS % 32 : lanes;
}

__device__ __forceinline__ unsigned LaneId() { return duet::lane() % 32; }
__device__ __forceinline__ unsigned WarpId() { return duet::thread_in_block() / 32; }
__device__ __forceinline__ unsigned LaneMaskLt() { return (1u << LaneId()) - 1; }
__device__ __forceinline__ unsigned LaneMaskLe() { return LaneMaskLt() | 1u << LaneId(); }
__device__ __forceinline__ unsigned LaneMaskGt() { return ~LaneMaskLe(); }
__device__ __forceinline__ unsigned LaneMaskGe() { return ~LaneMaskLt(); }
__device__ __forceinline__ int RowMajorTid(int x, int y, int) {
  return (int(threadIdx.z) * y + int(threadIdx.y)) * x + int(threadIdx.x);
}
__device__ __forceinline__ unsigned SHR_ADD(unsigned x, unsigned shift, unsigned addend) {
  return (x >> shift) + addend;
}
__device__ __forceinline__ unsigned SHL_ADD(unsigned x, unsigned shift, unsigned addend) {
  return (x << shift) + addend;
}
template <typename T>
__device__ __forceinline__ unsigned BFE(T source, unsigned start, unsigned bits) {
  return unsigned(source >> start) & unsigned((1ull << bits) - 1);
}
__device__ __forceinline__ void CTA_SYNC(duet::vendor::Place place = duet::vendor::here()) {
  duet::vendor::block_barrier(place);
}
__device__ __forceinline__ void ThreadTrap() { __trap(); }

/// Shuffles of any type within logical warps; lanes past the bound keep their own value.
template <int LOGICAL_WARP_THREADS, typename T>
__device__ __forceinline__ T ShuffleUp(T input, int offset, int first_thread, unsigned,
                                       duet::vendor::Place place = duet::vendor::here()) {
  using Warp = duet::spelling::LogicalWarp<LOGICAL_WARP_THREADS>;
  const int source = int(Warp::lane()) - offset;
  return Warp::from(input, source < first_thread ? int(Warp::lane()) : source, place);
}
template <int LOGICAL_WARP_THREADS, typename T>
__device__ __forceinline__ T ShuffleDown(T input, int offset, int last_thread, unsigned,
                                         duet::vendor::Place place = duet::vendor::here()) {
  using Warp = duet::spelling::LogicalWarp<LOGICAL_WARP_THREADS>;
  const int source = int(Warp::lane()) + offset;
  return Warp::from(input, source > last_thread ? int(Warp::lane()) : source, place);
}
template <int LOGICAL_WARP_THREADS, typename T>
__device__ __forceinline__ T ShuffleIndex(T input, int source, unsigned,
                                          duet::vendor::Place place = duet::vendor::here()) {
  return duet::spelling::LogicalWarp<LOGICAL_WARP_THREADS>::from(input, source, place);
}

}  // namespace cub
