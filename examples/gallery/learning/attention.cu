#include <cfloat>

// Attention of one head with tiles of keys and values in shared memory, and a running softmax.
template <int D, int TILE>
__global__ void attention(const float* __restrict__ Q, const float* __restrict__ K,
                          const float* __restrict__ V, float* O, int n, float scale, bool causal) {
  __shared__ float k[TILE][D + 1], v[TILE][D];
  int row = blockIdx.x * blockDim.x + threadIdx.x;
  float q[D], acc[D];
#pragma unroll
  for (int d = 0; d < D; ++d) {
    q[d] = row < n ? Q[row * D + d] * scale : 0.f;
    acc[d] = 0.f;
  }
  float m = -FLT_MAX, l = 0.f;
  for (int start = 0; start < n; start += TILE) {
    __syncthreads();
    for (int i = threadIdx.x; i < TILE * D; i += blockDim.x) {
      int r = start + i / D;
      k[i / D][i % D] = r < n ? K[r * D + i % D] : 0.f;
      v[i / D][i % D] = r < n ? V[r * D + i % D] : 0.f;
    }
    __syncthreads();
    float s[TILE], tile_max = m;
#pragma unroll
    for (int j = 0; j < TILE; ++j) {
      float dot = 0.f;
#pragma unroll
      for (int d = 0; d < D; ++d) dot += q[d] * k[j][d];
      s[j] = start + j >= n || (causal && start + j > row) ? -FLT_MAX : dot;
      tile_max = fmaxf(tile_max, s[j]);
    }
    float correction = __expf(m - tile_max);
    l *= correction;
#pragma unroll
    for (int d = 0; d < D; ++d) acc[d] *= correction;
#pragma unroll
    for (int j = 0; j < TILE; ++j) {
      float p = s[j] == -FLT_MAX ? 0.f : __expf(s[j] - tile_max);
      l += p;
#pragma unroll
      for (int d = 0; d < D; ++d) acc[d] += p * v[j][d];
    }
    m = tile_max;
  }
  if (row < n)
#pragma unroll
    for (int d = 0; d < D; ++d) O[row * D + d] = acc[d] / l;
}
