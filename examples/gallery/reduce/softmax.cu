#include <cfloat>
#include <cuda_runtime.h>

// One warp for each row.
extern "C" __global__ void softmax(const float* in, float* out, int rows, int cols) {
  int row = blockIdx.x * (blockDim.x / 32) + threadIdx.x / 32;
  int lane = threadIdx.x & 31;
  if (row >= rows) return;
  const float* x = in + (size_t)row * cols;
  float* y = out + (size_t)row * cols;

  float m = -FLT_MAX, sum = 0.f;
  for (int i = lane; i < cols; i += 32) {
    float bigger = fmaxf(m, x[i]);
    sum = sum * __expf(m - bigger) + __expf(x[i] - bigger);
    m = bigger;
  }
#pragma unroll
  for (int mask = 16; mask > 0; mask >>= 1) {
    float other_m = __shfl_xor_sync(0xffffffff, m, mask);
    float other_sum = __shfl_xor_sync(0xffffffff, sum, mask);
    float bigger = fmaxf(m, other_m);
    sum = sum * __expf(m - bigger) + other_sum * __expf(other_m - bigger);
    m = bigger;
  }
  float scale = 1.f / sum;
  for (int i = lane; i < cols; i += 32) y[i] = __expf(x[i] - m) * scale;
}
