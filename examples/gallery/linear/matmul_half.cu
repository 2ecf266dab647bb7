#include <cuda_fp16.h>

// C = A B^T of half matrices, accumulated in float; two numbers at a time.
extern "C" __global__ void matmul_half(const half* __restrict__ A, const half* __restrict__ B, half* C,
                            int M, int N, int K) {
  int row = blockIdx.y * blockDim.y + threadIdx.y;
  int col = blockIdx.x * blockDim.x + threadIdx.x;
  if (row >= M || col >= N) return;
  const half2* a = reinterpret_cast<const half2*>(A + row * K);
  const half2* b = reinterpret_cast<const half2*>(B + col * K);
  float sum = 0.f;
  for (int k = 0; k < K / 2; k += 4) {
    half2 part = __float2half2_rn(0.f);
#pragma unroll
    for (int i = 0; i < 4; ++i) part = __hfma2(a[k + i], b[k + i], part);
    sum += __low2float(part) + __high2float(part);
  }
  C[row * N + col] = __float2half(sum);
}
