#include <cfloat>

extern "C" __global__ void assign(const float2* points, int n, const float2* centres, int k, int* label) {
  extern __shared__ float2 shared[];
  for (int c = threadIdx.x; c < k; c += blockDim.x) shared[c] = centres[c];
  __syncthreads();
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  float best = FLT_MAX;
  for (int c = 0; c < k; ++c) {
    float dx = points[i].x - shared[c].x, dy = points[i].y - shared[c].y;
    float d = __fadd_rn(__fmul_rn(dx, dx), __fmul_rn(dy, dy));
    if (d < best) { best = d; label[i] = c; }
  }
}

// Lanes with the same label add together before one of them adds to memory.
extern "C" __global__ void update(const float2* points, int n, const int* label, float* sums, int* counts) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  int mine = label[i];
  unsigned peers = __match_any_sync(__activemask(), mine);
  int rank = __popc(peers & ((1u << (threadIdx.x & 31)) - 1));
  atomicAdd(&sums[2 * mine], points[i].x);
  atomicAdd(&sums[2 * mine + 1], points[i].y);
  if (rank == 0) atomicAdd(&counts[mine], __popc(peers));
}
