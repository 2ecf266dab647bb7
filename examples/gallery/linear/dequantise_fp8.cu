#include <cuda_fp16.h>
#include <cuda_fp8.h>

// Scales floats to e4m3 numbers, and back to half.
extern "C" __global__ void quantise_fp8(const float* in, __nv_fp8_e4m3* out, float scale, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = __nv_fp8_e4m3(in[i] * scale);
}

extern "C" __global__ void dequantise_fp8(const __nv_fp8_storage_t* in, __half* out, float scale, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  __half h = __half(__nv_cvt_fp8_to_halfraw(in[i], __NV_E4M3));
  out[i] = __hmul(h, __float2half(scale));
}
