#include <curand_kernel.h>

// Each thread drops four elements with its own subsequence.
extern "C" __global__ void dropout(const float4* x, float4* y, float keep, unsigned long long seed, int n4) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n4) return;
  curandStatePhilox4_32_10_t state;
  curand_init(seed, i, 0, &state);
  float4 u = curand_uniform4(&state), v = x[i];
  float scale = 1.f / keep;
  v.x = u.x < keep ? v.x * scale : 0.f;
  v.y = u.y < keep ? v.y * scale : 0.f;
  v.z = u.z < keep ? v.z * scale : 0.f;
  v.w = u.w < keep ? v.w * scale : 0.f;
  y[i] = v;
}
