#include <cuda_runtime.h>

struct WelfordData {
  float mean, m2, count;
};

__device__ WelfordData combine(WelfordData a, WelfordData b) {
  float count = a.count + b.count;
  if (count == 0.f) return a;
  float delta = b.mean - a.mean;
  return {a.mean + delta * b.count / count, a.m2 + b.m2 + delta * delta * a.count * b.count / count,
          count};
}

__device__ __forceinline__ WelfordData shfl_down(WelfordData v, int offset) {
  return {__shfl_down_sync(~0u, v.mean, offset), __shfl_down_sync(~0u, v.m2, offset),
          __shfl_down_sync(~0u, v.count, offset)};
}

// One block for each row; vectorised loads.
extern "C" __global__ void layer_norm(const float4* in, const float* gamma, const float* beta,
                                      float4* out, int cols, float eps) {
  __shared__ WelfordData shared[32];
  __shared__ float s_mean, s_rstd;
  const float4* x = in + blockIdx.x * (cols / 4);
  WelfordData w = {0.f, 0.f, 0.f};
  for (int i = threadIdx.x; i < cols / 4; i += blockDim.x) {
    float4 v = x[i];
    float values[4] = {v.x, v.y, v.z, v.w};
#pragma unroll
    for (int k = 0; k < 4; ++k) {
      w.count += 1.f;
      float delta = values[k] - w.mean;
      w.mean += delta / w.count;
      w.m2 += delta * (values[k] - w.mean);
    }
  }
  for (int offset = 16; offset > 0; offset >>= 1) w = combine(w, shfl_down(w, offset));
  if ((threadIdx.x & 31) == 0) shared[threadIdx.x >> 5] = w;
  __syncthreads();
  if (threadIdx.x < 32) {
    w = threadIdx.x < blockDim.x / 32 ? shared[threadIdx.x] : WelfordData{0.f, 0.f, 0.f};
    for (int offset = 16; offset > 0; offset >>= 1) w = combine(w, shfl_down(w, offset));
    if (threadIdx.x == 0) {
      s_mean = w.mean;
      s_rstd = rsqrtf(w.m2 / cols + eps);
    }
  }
  __syncthreads();
  for (int i = threadIdx.x; i < cols / 4; i += blockDim.x) {
    float4 v = x[i];
    int c = i * 4;
    out[blockIdx.x * (cols / 4) + i] =
        make_float4((v.x - s_mean) * s_rstd * gamma[c] + beta[c],
                    (v.y - s_mean) * s_rstd * gamma[c + 1] + beta[c + 1],
                    (v.z - s_mean) * s_rstd * gamma[c + 2] + beta[c + 2],
                    (v.w - s_mean) * s_rstd * gamma[c + 3] + beta[c + 3]);
  }
}
