#include <curand_kernel.h>

extern "C" __global__ void monte_carlo_pi(unsigned long long seed, unsigned int* hits, int draws) {
  unsigned int id = blockIdx.x * blockDim.x + threadIdx.x;
  curandStatePhilox4_32_10_t state;
  curand_init(seed, id, 0, &state);
  unsigned int count = 0;
  for (int i = 0; i < draws; i += 2) {
    float4 u = curand_uniform4(&state);
    count += (u.x * u.x + u.y * u.y <= 1.0f);
    count += (u.z * u.z + u.w * u.w <= 1.0f);
  }
  for (int offset = 16; offset > 0; offset >>= 1) count += __shfl_down_sync(0xffffffff, count, offset);
  if ((threadIdx.x & 31) == 0) atomicAdd(hits, count);
}
