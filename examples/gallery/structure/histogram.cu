#include <cstdint>

// A histogram of bytes: one copy in shared memory for each warp, four bytes at a time.
#define BINS 256
#define WARPS 4

extern "C" __global__ void histogram256(uint32_t* d_histogram, const uchar4* d_data, int count) {
  __shared__ uint32_t s_hist[WARPS * BINS];
  for (int i = threadIdx.x; i < WARPS * BINS; i += blockDim.x) s_hist[i] = 0;
  __syncthreads();
  uint32_t* s_warp = s_hist + (threadIdx.x / warpSize) * BINS;
  for (int pos = blockIdx.x * blockDim.x + threadIdx.x; pos < count; pos += blockDim.x * gridDim.x) {
    uchar4 data = d_data[pos];
    atomicAdd(s_warp + data.x, 1);
    atomicAdd(s_warp + data.y, 1);
    atomicAdd(s_warp + data.z, 1);
    atomicAdd(s_warp + data.w, 1);
  }
  __syncthreads();
  for (int bin = threadIdx.x; bin < BINS; bin += blockDim.x) {
    uint32_t sum = 0;
    for (int i = 0; i < WARPS; i++) sum += s_hist[bin + i * BINS];
    atomicAdd(d_histogram + bin, sum);
  }
}
