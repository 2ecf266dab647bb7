__device__ float3 bodyBodyInteraction(float3 ai, float4 bi, float4 bj, float softening) {
  float3 r;
  r.x = bj.x - bi.x;
  r.y = bj.y - bi.y;
  r.z = bj.z - bi.z;
  float distSqr = r.x * r.x + r.y * r.y + r.z * r.z + softening;
  float invDist = rsqrtf(distSqr);
  float s = bj.w * invDist * invDist * invDist;
  ai.x += r.x * s;
  ai.y += r.y * s;
  ai.z += r.z * s;
  return ai;
}

extern "C" __global__ void nbody(const float4* __restrict__ pos, float4* acc, int n, float softening) {
  extern __shared__ float4 sharedPos[];
  int index = blockIdx.x * blockDim.x + threadIdx.x;
  float4 own = pos[index];
  float3 a = make_float3(0.f, 0.f, 0.f);
  for (int tile = 0; tile < n / blockDim.x; ++tile) {
    sharedPos[threadIdx.x] = pos[tile * blockDim.x + threadIdx.x];
    __syncthreads();
#pragma unroll 32
    for (unsigned int j = 0; j < blockDim.x; ++j) a = bodyBodyInteraction(a, own, sharedPos[j], softening);
    __syncthreads();
  }
  acc[index] = make_float4(a.x, a.y, a.z, 0.f);
}
