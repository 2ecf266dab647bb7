#pragma once

// Additions to each number of a vector, as on GPUs from sm_90 on.

__device__ inline float2 atomicAdd(float2* address, float2 value) {
  return make_float2(atomicAdd(&address->x, value.x), atomicAdd(&address->y, value.y));
}
__device__ inline float4 atomicAdd(float4* address, float4 value) {
  return make_float4(atomicAdd(&address->x, value.x), atomicAdd(&address->y, value.y),
                     atomicAdd(&address->z, value.z), atomicAdd(&address->w, value.w));
}
