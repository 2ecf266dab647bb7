#include <cub/block/block_reduce.cuh>
#include <cuda_fp16.h>

template <int THREADS>
__global__ void rms_norm(const __half2* x, const __half2* weight, __half2* y, int cols2, float eps) {
  typedef cub::BlockReduce<float, THREADS> BlockReduce;
  __shared__ typename BlockReduce::TempStorage temp;
  __shared__ float scale;
  float sum = 0.f;
  for (int i = threadIdx.x; i < cols2; i += THREADS) {
    float2 v = __half22float2(x[blockIdx.x * cols2 + i]);
    sum += v.x * v.x + v.y * v.y;
  }
  sum = BlockReduce(temp).Sum(sum);
  if (threadIdx.x == 0) scale = rsqrtf(sum / (2 * cols2) + eps);
  __syncthreads();
  __half2 s = __float2half2_rn(scale);
  for (int i = threadIdx.x; i < cols2; i += THREADS)
    y[blockIdx.x * cols2 + i] = __hmul2(__hmul2(x[blockIdx.x * cols2 + i], s), weight[i]);
}
