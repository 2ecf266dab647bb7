#include <cuda_bf16.h>

extern "C" __global__ void axpy_bf16(float a, const __nv_bfloat162* x, __nv_bfloat162* y, int n2) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n2) y[i] = __hfma2(__float2bfloat162_rn(a), x[i], y[i]);
}
