#include <curand_kernel.h>

extern "C" __global__ void setup(curandState* state, unsigned long long seed) {
  int id = threadIdx.x + blockIdx.x * blockDim.x;
  curand_init(seed, id, 0, &state[id]);
}

extern "C" __global__ void walk(curandState* state, float2* end, int steps) {
  int id = threadIdx.x + blockIdx.x * blockDim.x;
  curandState localState = state[id];
  float2 p = make_float2(0.f, 0.f);
  for (int i = 0; i < steps; ++i) {
    p.x += curand_normal(&localState);
    p.y += curand_uniform(&localState) < 0.5f ? -1.f : 1.f;
  }
  state[id] = localState;
  end[id] = p;
}
