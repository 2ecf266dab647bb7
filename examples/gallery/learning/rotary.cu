#include <cuda_fp16.h>

// Rotary position embedding of half pairs, in place.
extern "C" __global__ void rotary(half2* x, int heads, int head_dim2, float base) {
  int position = blockIdx.x, head = blockIdx.y;
  half2* row = x + (position * heads + head) * head_dim2;
  for (int i = threadIdx.x; i < head_dim2; i += blockDim.x) {
    float angle = position * powf(base, -(float)i / head_dim2);
    float s, c;
    sincosf(angle, &s, &c);
    float2 v = __half22float2(row[i]);
    row[i] = __floats2half2_rn(v.x * c - v.y * s, v.x * s + v.y * c);
  }
}
