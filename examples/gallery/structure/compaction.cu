#include <cooperative_groups.h>
namespace cg = cooperative_groups;

// The lanes that keep an element share one atomic operation.
__device__ int atomicAggInc(int* counter) {
  cg::coalesced_group active = cg::coalesced_threads();
  int warp_res;
  if (active.thread_rank() == 0) warp_res = atomicAdd(counter, active.size());
  warp_res = active.shfl(warp_res, 0);
  return warp_res + active.thread_rank();
}

extern "C" __global__ void filter(int* dst, int* nres, const int* src, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n && src[i] > 0) dst[atomicAggInc(nres)] = src[i];
}

// In order within the block: ballots and a scan of the warps' counts.
extern "C" __global__ void filter_in_order(int* dst, int* nres, const int* src, int n) {
  __shared__ int counts[32];
  int i = threadIdx.x, lane = i & 31, warp = i >> 5;
  bool keep = i < n && src[i] > 0;
  unsigned mask = __ballot_sync(0xffffffffu, keep);
  if (lane == 0) counts[warp] = __popc(mask);
  __syncthreads();
  int before = 0;
  for (int w = 0; w < warp; ++w) before += counts[w];
  unsigned lanemask_lt = (1u << lane) - 1;
  if (keep) dst[before + __popc(mask & lanemask_lt)] = src[i];
  if (i == blockDim.x - 1) *nres = before + counts[warp];
}
